import type { AuditObject } from './audit-actions.ts'

export const reconObjects = ['recon-intake'] as const

/** The acts on what is reconciled, and on how its files come in. */
export const reconActions = {
  'recon-intake.update': 'recon-intake',
  'recon-intake.test': 'recon-intake',
  'recon-intake.pin-host-key': 'recon-intake',
  'recon-intake.new-key-pair': 'recon-intake',
  'recon-intake.pull': 'recon-intake',
  'recon-intake.schedule': 'recon-intake',
  'recon-intake.decide-mail': 'recon-intake',
} as const satisfies Record<string, AuditObject>
