import { momentOf } from '#contract/kit/text-forms.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Subscription } from '#contract/subscription-answers.ts'
import type { ChargeRow } from '#contract/subscription-parts.ts'
import { chargedStates, chargeStates, subscriptionStates } from '#contract/subscription-states.ts'

/** The acts on a subscription, in the order of its menu. */
export const subscriptionActs = [
  'copy', 'retry', 'deduct', 'change', 'cancelChange', 'pause', 'resume', 'methodLink', 'trigger', 'keep', 'cancel',
] as const // prettier-ignore
export type SubscriptionAct = (typeof subscriptionActs)[number]

/** What decides which acts are possible. */
export type Standing = Pick<
  Subscription,
  'status' | 'subscription_type' | 'paused' | 'cancels_at_period_end' | 'next_deduction_date' | 'test_clock'
> & {
  changes: readonly Pick<Subscription['changes'][number], 'state'>[]
  charges: readonly Pick<ChargeRow, 'state'>[]
  mandate: { state: string } | null
}

/** The acts that a subscription's state allows to a user who may change it, or only look. */
export function actsOn(
  standing: Standing,
  { writable, environment }: { writable: boolean; environment: Environment },
): SubscriptionAct[] {
  const { status, paused } = standing
  const isCharged = (chargedStates as readonly string[]).includes(status)
  const isRegular = standing.subscription_type === 'REGULAR'
  const has = (state: string) => standing.changes.some((change) => change.state === state)
  const isTrying = standing.charges.some(({ state }) => state === 'trying')
  const owes = standing.charges.some(({ state }) => state === 'unpaid')
  const goesOn = isCharged && !standing.cancels_at_period_end
  const allowed: Record<SubscriptionAct, boolean> = {
    copy: status === 'created',
    retry: writable && isCharged && !paused && owes && !isTrying,
    deduct: writable && goesOn && !isRegular && !paused && standing.mandate?.state === 'active',
    change: writable && goesOn && isRegular && !has('paying') && !has('scheduled'),
    cancelChange: writable && isCharged && has('scheduled'),
    pause: writable && goesOn && !paused,
    resume: writable && isCharged && paused,
    methodLink: writable && isCharged,
    trigger:
      writable &&
      environment === 'sandbox' &&
      goesOn &&
      !paused &&
      !isTrying &&
      standing.next_deduction_date !== null &&
      standing.test_clock === '',
    keep: writable && isCharged && standing.cancels_at_period_end,
    cancel: writable && subscriptionStates.can(status, 'cancel'),
  }
  return subscriptionActs.filter((act) => allowed[act])
}

/** The end of the period that is running, or of the trial: when one ends that is cancelled at the period's end. Null where none is. */
export function runningUntil(
  {
    in_trial: inTrial,
    next_deduction_date: next,
    charges,
  }: Pick<Subscription, 'in_trial' | 'next_deduction_date'> & {
    charges: readonly Pick<ChargeRow, 'period_end'>[]
  },
  now: Date,
): string | null {
  if (inTrial) return next
  return charges.find(({ period_end: end }) => end !== null && momentOf(end) > now)?.period_end ?? null
}

/** Whether a charge can be forgiven: what is due and unpaid, also where a later one would take it along. */
export const isForgivable = ({ state, due_at: due }: Pick<ChargeRow, 'state' | 'due_at'>, now: Date): boolean =>
  chargeStates.can(state, 'forgive') && (state !== 'due' || momentOf(due) <= now)
