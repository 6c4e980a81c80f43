import type { PayoutStep } from '#contract/payout-rule-shapes.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { nextAct, stepsOf, verdictOn, type Judgeable, type Policy, type Step } from './engine.ts'
import { peopleOf, type People } from './people.ts'
import { listJudgeable, policyOf } from './queries.ts'

/** What a payout needs of people and what it has, with the caller's own verdicts. */
export interface WhoMustAct {
  steps: PayoutStep[]
  /** What is asked for next; null when all is given. */
  next: PayoutStep['act'] | null
  /** Names of those who may do that at this moment. */
  who: string[]
}

/** Who still has to act on stored payouts of the owner, by reference; references that it does not have are left out. */
export async function whoMustAct(ctx: Ctx, txnRefs: readonly string[]): Promise<Map<string, WhoMustAct>> {
  const [policy, people, payouts] = await Promise.all([policyOf(ctx), peopleOf(ctx), listJudgeable(ctx, txnRefs)])
  return new Map(payouts.map((payout) => [payout.txnRef, judged(policy, payout, people)]))
}

/** The engine's answer in words of people. */
export function judged(policy: Policy, payout: Judgeable, people: People): WhoMustAct {
  const steps = stepsOf(policy, payout, people)
  const shown = steps.map((step) => stepShown(step, { payout, steps, people }))
  const next = nextAct(steps)
  const open = shown.filter(({ state, act }) => state === 'now' && act === next)
  const who = open.flatMap((step) => step.people.filter(({ why }) => why === '').map(({ name }) => name))
  return { steps: shown, next, who: [...new Set(who)] }
}

function stepShown(step: Step, of: { payout: Judgeable; steps: readonly Step[]; people: People }): PayoutStep {
  const asked = [...of.people.values()].filter(
    ({ id, isActive, roles }) =>
      step.users.includes(id) || (isActive && roles.some((role) => step.roles.includes(role))),
  )
  // Of a later step it is said who could give it, as if it were asked for now and alone.
  const steps = step.state === 'done' ? [] : [{ ...step, state: 'now' as const }]
  const name = (id: string) => of.people.get(id)?.name ?? ''
  return {
    act: step.act,
    on: step.on,
    level: step.act === 'verify' ? 0 : step.level + 1,
    from_amount: step.rule?.fromMinor ?? null,
    currency: of.payout.currency as Currency,
    need: step.need,
    missing: Math.max(0, step.need - step.given.length),
    roles: [...step.roles],
    users: step.users.map(name).filter(Boolean),
    state: step.state,
    given: step.given.map(name).filter(Boolean),
    people: asked.map((person) => ({
      sub_user_id: person.id,
      name: person.name,
      why: step.state === 'done' ? 'not_now' : (verdictOn(step.act, person, { ...of, steps }).why ?? ''),
    })),
  }
}
