import type { Currency } from '#contract/kit/money.ts'
import type { Subscription } from '#contract/subscription-answers.ts'
import { sumOf } from '#console/kit/i18n/amounts.ts'

type Of = Pick<
  Subscription,
  | 'status'
  | 'subscription_type'
  | 'currency'
  | 'in_trial'
  | 'paused'
  | 'paused_until'
  | 'cancels_at_period_end'
  | 'next_deduction_date'
  | 'next_deduction_amount'
  | 'max_amount'
  | 'expiry_date'
  | 'ended_at'
> & {
  charges: readonly Pick<Subscription['charges'][number], 'state' | 'n' | 'to_pay' | 'period_end' | 'next_try_at'>[]
}

/** What a subscription does next, as one sentence says it: a key of the texts, with the amount and the moment in it. */
export interface StandingFact {
  say:
    | 'waits' | 'expired' | 'completed' | 'cancelled' | 'paused' | 'pausedUntil' | 'unpaid' | 'unpaidTrying' | 'unpaidRetries'
    | 'ends' | 'endsSoon' | 'trial' | 'onDemand' | 'onDemandUpTo' | 'charges' | 'lastPaid'
  amount?: number
  at?: string
} // prettier-ignore

/** The sentence of a subscription. */
export function standingOf(subscription: Of): StandingFact {
  const { status, ended_at: ended, next_deduction_date: next, next_deduction_amount: amount } = subscription
  const over = (say: 'expired' | 'completed' | 'cancelled') => ({ say, ...at(ended) })
  if (status === 'created') return { say: 'waits', ...at(subscription.expiry_date) }
  if (status === 'expired' || status === 'completed' || status === 'cancelled') return over(status)
  if (subscription.paused)
    return subscription.paused_until ? { say: 'pausedUntil', at: subscription.paused_until } : { say: 'paused' }
  if (status === 'past_due') return unpaid(subscription)
  const end = subscription.charges.find(({ n }) => n !== null)?.period_end
  if (subscription.cancels_at_period_end) return end ? { say: 'ends', at: end } : { say: 'endsSoon' }
  if (subscription.subscription_type === 'ONDEMAND')
    return subscription.max_amount === null
      ? { say: 'onDemand' }
      : { say: 'onDemandUpTo', amount: subscription.max_amount }
  if (next === null || amount === null) return { say: 'lastPaid', ...at(end ?? null) }
  return { say: subscription.in_trial ? 'trial' : 'charges', amount, at: next }
}
const at = (moment: string | null) => (moment === null ? {} : { at: moment })

function unpaid({ charges, currency }: { charges: Of['charges']; currency: Currency }): StandingFact {
  const open = charges.filter(({ state }) => state === 'unpaid' || state === 'trying' || state === 'carried')
  const owed = open.filter(({ state }) => state !== 'carried')
  const amount = sumOf(
    owed.map(({ to_pay: toPay }) => toPay),
    currency,
  )
  if (owed.some(({ state }) => state === 'trying')) return { say: 'unpaidTrying', amount }
  const [again] = owed.flatMap(({ next_try_at: moment }) => moment ?? []).toSorted()
  return again ? { say: 'unpaidRetries', amount, at: again } : { say: 'unpaid', amount }
}
