import type { simulatePayoutRules } from '#contract/payout-rules.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Input } from '#contract/kit/call.ts'
import { checkRules } from './check-rules.ts'
import { afterAct } from './completion.ts'
import { stepsOf, verdictOn, type Judgeable } from './engine.ts'
import { peopleOf } from './people.ts'
import { policyOf } from './queries.ts'
import { judged } from './who-must-act.ts'

/** Lets the engine judge a payout that is not there, after acts of people one by one. */
export async function simulate(ctx: Ctx, body: Input<typeof simulatePayoutRules>['body']) {
  const people = await peopleOf(ctx)
  const policy = body.rules ? checkRules(body.rules, people) : await policyOf(ctx)
  const makers = body.made_by ?? []
  if (!makers.every((id) => people.has(id))) throw new Fault('notFound')
  let payout: Judgeable = {
    currency: body.currency,
    amountMinor: body.amount,
    batchMinor: body.batch_total ?? null,
    makers,
    verifiedBy: null,
    approvals: [],
  }
  const acts = (body.acts ?? []).map(({ act, sub_user_id: by }) => {
    const person = people.get(by)
    if (!person) throw new Fault('notFound')
    const verdict = verdictOn(act, person, { payout, steps: stepsOf(policy, payout, people), people })
    if (verdict.why === null) payout = afterAct(payout, { act, by, levels: verdict.levels })
    return { name: person.name, why: verdict.why ?? ('' as const) }
  })
  const { steps, next, who } = judged(policy, payout, people)
  return { steps, next: next ?? ('' as const), who, acts }
}
