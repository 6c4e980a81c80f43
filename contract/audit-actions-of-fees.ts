import type { AuditObject } from './audit-actions.ts'

export const feeObjects = ['fee-plan', 'fee-claim'] as const

/** The acts on fee plans, and on claims of what was charged too much. */
export const feeActions = {
  'fee-plan.create': 'fee-plan',
  'fee-plan.update': 'fee-plan',
  'fee-plan.save-foodtech': 'fee-plan',
  'fee-plan.delete': 'fee-plan',
  'fee-plan.tolerance': 'channel',
  'fee-plan.export-mismatches': 'fee-plan',
  'fee-plan.export-mismatches-end': 'fee-plan',
  'fee-claim.create': 'fee-claim',
  'fee-claim.download': 'fee-claim',
  'fee-claim.send': 'fee-claim',
  'fee-claim.close': 'fee-claim',
} as const satisfies Record<string, AuditObject>
