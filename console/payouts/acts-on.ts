import type { RuleName } from '#contract/access.ts'
import type { Currency } from '#contract/kit/money.ts'
import { payoutStates } from '#contract/payout-states.ts'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import { toMajorSum, toMinor } from '#contract/kit/money.ts'

/** What several payouts can have done to them together. */
export const payoutActs = ['verify', 'approve', 'reject', 'cancel'] as const
export type PayoutAct = (typeof payoutActs)[number]

/** The rules by which a user may do each; one of them is enough. */
export const actRules = {
  verify: ['payoutCheckers'],
  approve: ['payoutApprovers'],
  reject: ['payoutCheckers', 'payoutApprovers'],
  cancel: ['payoutMakers'],
} as const satisfies Record<PayoutAct, readonly RuleName[]>

/** What the state of a payout allows. Whose turn it is, the server says. */
export function actsOn({ status, waits_for: waits }: Pick<PayoutRow, 'status' | 'waits_for'>): PayoutAct[] {
  const forApproval = status === 'Verified' || (status === 'Created' && waits === 'approval')
  return payoutActs.filter((act) =>
    act === 'verify'
      ? status === 'Created' && !forApproval
      : act === 'approve'
        ? forApproval
        : payoutStates.can(status, act),
  )
}

export interface Sum {
  currency: Currency
  count: number
  /** In major units, exact. */
  amount: number
}

/** How many there are and what they come to, per currency, most payouts first. */
export function sumsOf(rows: readonly Pick<PayoutRow, 'currency' | 'amount'>[]): Sum[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, some]) => ({
      currency,
      count: some.length,
      amount: toMajorSum(
        some.reduce((all, { amount }) => all + (toMinor(amount, currency) as bigint), 0n),
        currency,
      ),
    }))
    .toSorted((a, b) => b.count - a.count)
}

/** The three largest, as a message of the code names them. */
export const largestOf = <P extends Pick<PayoutRow, 'amount'>>(rows: readonly P[]): P[] =>
  rows.toSorted((a, b) => b.amount - a.amount).slice(0, 3)
