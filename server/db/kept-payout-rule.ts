import type { Role } from '#contract/access.ts'

/** A rule of who lets payouts go, as a version of rules keeps it. */
export interface KeptPayoutRule {
  currency: string
  /** Minor units. */
  from: string
  on: 'payout' | 'batch'
  levels: { need: number; roles: Role[]; users: string[] }[]
}
