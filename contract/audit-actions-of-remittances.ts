import type { AuditObject } from './audit-actions.ts'

export const remittanceObjects = ['remittance-account'] as const

/** The acts on accounts that remittances go to. */
export const remittanceActions = {
  'remittance-account.create': 'remittance-account',
  'remittance-account.update': 'remittance-account',
} as const satisfies Record<string, AuditObject>
