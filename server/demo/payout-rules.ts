import type { Role } from '#contract/access.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import type { Actor, Ctx } from '#server/kit/ctx.ts'
import { insertVersion, keptOf } from '#server/payout-rules/queries.ts'

/** From how much on a payout, and the payouts of a sheet together, need a second approver, in major units. */
export const twoApproversFrom = 10_000
const twoForBatchFrom = 5_000

/** One approver, and an administrator of payouts after them for much money or a whole sheet. */
export function seedPayoutRules(ctx: Ctx, { currency, by }: { currency: Currency; by: Actor }): void {
  if (by.id === null) throw new Error('rules are set by a user')
  const minor = (major: number) => BigInt(major * 10 ** currencies[currency])
  const level = (...roles: Role[]) => ({ need: 1, roles, users: [] })
  const first = level('admin', 'payouts-admin', 'payouts-approve-user')
  const second = level('admin', 'payouts-admin')
  const at = new Date(ctx.now.getTime() - 3 * 86_400_000)
  insertVersion(ctx, {
    version: 1,
    state: 'in_force',
    rules: JSON.stringify([
      keptOf({ currency, fromMinor: 0n, on: 'payout', levels: [first] }),
      keptOf({ currency, fromMinor: minor(twoApproversFrom), on: 'payout', levels: [first, second] }),
      keptOf({ currency, fromMinor: minor(twoForBatchFrom), on: 'batch', levels: [first, second] }),
    ]),
    verification: true,
    proposed_by: by.id,
    proposed_name: by.name,
    proposed_at: at,
    decided_by: null,
    decided_at: null,
  })
}
