import type { AuditObject } from './audit-actions.ts'

export const reconObjects = ['recon-source', 'recon-mapping'] as const

/** The acts of reconciliation. */
export const reconActions = {
  'recon-source.save': 'recon-source',
  'recon-mapping.save': 'recon-mapping',
  'recon-calendar.save': 'merchant',
  'recon-switches.save': 'merchant',
} as const satisfies Record<string, AuditObject>
