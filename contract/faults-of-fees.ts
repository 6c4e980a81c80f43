import type { FaultSpec } from './faults.ts'

/** Faults of fees. */
export const feeFaults = {
  feePlanOverlaps: {
    http: 409,
    code: '4029',
    reason: 'FEE_PLAN_OVERLAPS',
    text: 'Another plan that is as specific could hold for the same transaction. Add a condition, or end that plan first.',
  },
} as const satisfies Record<string, FaultSpec>
