import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { completionOf } from './completion.ts'
import { stepsOf, type Judgeable, type Policy } from './engine.ts'
import { peopleOf } from './people.ts'
import { listPast, policyOf } from './queries.ts'

/** How the past payouts would go under other rules, by the people of today, beside the rules in force. */
export async function backtest(ctx: Ctx, proposed: Policy) {
  const [policy, people, past] = await Promise.all([policyOf(ctx), peopleOf(ctx), listPast(ctx)])
  const payouts = past.slice(0, limits.payoutBacktest)
  /** The answer of the engine for all payouts that are alike to it. */
  const known = new Map<string, { need: string; acts: number | null }>()
  const judge = (by: Policy, of: string, payout: Judgeable) => {
    const need = JSON.stringify(
      stepsOf(by, payout, people).map(({ on, act, need: so, roles, users }) => [on, act, so, roles, users]),
    )
    const key = `${of} ${need} ${payout.makers.join()}`
    const found = known.get(key) ?? { need, acts: completionOf(by, payout, people)?.length ?? null }
    known.set(key, found)
    return { ...found, people: stepsOf(by, payout, people).reduce((sum, step) => sum + step.need, 0) }
  }
  const compared = payouts.map((row) => {
    const payout: Judgeable = {
      currency: row.currency, amountMinor: row.amount_minor, batchMinor: row.batch_minor, makers: row.made_by,
      verifiedBy: null, approvals: [],
    } // prettier-ignore
    const [was, is] = [judge(policy, 'before', payout), judge(proposed, 'after', payout)]
    const [before, after] = [was.acts ?? was.people, is.acts ?? is.people]
    return { row, before, after, isOther: was.need !== is.need, isPossible: is.acts !== null }
  })
  const changed = compared.filter(({ isOther, isPossible }) => isOther || !isPossible)
  return {
    days: limits.payoutBacktestDays,
    payouts: payouts.length,
    is_capped: past.length > payouts.length,
    more: compared.filter(({ before, after }) => after > before).length,
    fewer: compared.filter(({ before, after }) => after < before).length,
    others: compared.filter(({ before, after, isOther }) => after === before && isOther).length,
    impossible: compared.filter(({ isPossible }) => !isPossible).length,
    examples: changed.slice(0, 20).map(({ row, before, after, isPossible }) => ({
      txn_ref: row.txn_ref,
      amount: row.amount_minor,
      currency: row.currency as Currency,
      beneficiary_name: row.beneficiary_name,
      before,
      after,
      is_possible: isPossible,
    })),
  }
}
