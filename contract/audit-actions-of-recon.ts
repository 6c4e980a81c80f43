import type { AuditObject } from './audit-actions.ts'

export const reconObjects = ['recon-file', 'recon-source', 'recon-mapping', 'recon-intake'] as const

/** The acts of reconciliation, and on what others have told of for it. */
export const reconActions = {
  'third-party.upload': 'third-party',
  'third-party.load': 'third-party',
  'third-party.take-back': 'third-party',
  'third-party.export': 'third-party',
  'third-party.export-end': 'third-party',
  'third-party.export-errors': 'third-party',
  'third-party.export-errors-end': 'third-party',
  'recon-source.save': 'recon-source',
  'recon-mapping.save': 'recon-mapping',
  'recon-calendar.save': 'merchant',
  'recon-switches.save': 'merchant',
  'recon-file.upload': 'recon-file',
  'recon-file.begin': 'recon-file',
  'recon-file.load': 'recon-file',
  'recon-file.load-good-rows': 'recon-file',
  'recon-file.try-again': 'recon-file',
  'recon-file.withdraw': 'recon-file',
  'recon-file.replace': 'recon-file',
  'recon-file.read-again': 'recon-file',
  'recon-file.download': 'recon-file',
  'recon-file.download-end': 'recon-file',
  'recon-file.export': 'recon-file',
  'recon-file.export-end': 'recon-file',
  'recon-file.export-list': 'recon-file',
  'recon-file.export-list-end': 'recon-file',
  'recon-intake.update': 'recon-intake',
  'recon-intake.test': 'recon-intake',
  'recon-intake.pin-host-key': 'recon-intake',
  'recon-intake.new-key-pair': 'recon-intake',
  'recon-intake.pull': 'recon-intake',
  'recon-intake.schedule': 'recon-intake',
  'recon-intake.decide-mail': 'recon-intake',
} as const satisfies Record<string, AuditObject>
