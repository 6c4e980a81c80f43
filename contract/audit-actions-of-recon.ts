import type { AuditObject } from './audit-actions.ts'

export const reconObjects = ['recon-file', 'recon-source', 'recon-mapping'] as const

/** The acts of reconciliation. */
export const reconActions = {
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
  'recon-source.save': 'recon-source',
  'recon-mapping.save': 'recon-mapping',
  'recon-calendar.save': 'merchant',
  'recon-switches.save': 'merchant',
} as const satisfies Record<string, AuditObject>
