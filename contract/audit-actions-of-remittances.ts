import type { AuditObject } from './audit-actions.ts'

export const remittanceObjects = ['remittance-account', 'remittance', 'remittance-terms'] as const

/** The acts on remittances, their terms, and the accounts that they go to. */
export const remittanceActions = {
  'remittance-account.create': 'remittance-account',
  'remittance-account.update': 'remittance-account',
  'remittance.accept-rate': 'remittance',
  'remittance.retry': 'remittance',
  'remittance.hurry': 'remittance',
  'remittance.export': 'remittance',
  'remittance.export-end': 'remittance',
  'remittance.export-items': 'remittance',
  'remittance.export-items-end': 'remittance',
  'remittance.export-reserve': 'remittance',
  'remittance.export-reserve-end': 'remittance',
  'remittance.try-terms': 'remittance-terms',
} as const satisfies Record<string, AuditObject>
