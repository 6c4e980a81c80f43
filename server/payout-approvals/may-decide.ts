import { Fault, type FaultName } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { PayoutAct, PayoutWhyNot } from '#contract/payout-rule-shapes.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { nextAct, stepsOf, verdictOn, type Verdict } from '#server/payout-rules/engine.ts'
import { peopleOf } from '#server/payout-rules/people.ts'
import { listJudgeable, policyOf, type StoredPayout } from '#server/payout-rules/queries.ts'

/** A payout with what the caller's act on it would count for. */
export interface Decidable {
  payout: StoredPayout
  verdict: Extract<Verdict, { why: null }>
}

/** The caller's verdicts on payouts: on each what it would count for, or why not. */
async function verdictsOn(ctx: Ctx, act: PayoutAct, txnRefs: readonly string[]) {
  const { subUserId } = userOf(ctx)
  const [policy, people, payouts] = await Promise.all([policyOf(ctx), peopleOf(ctx), listJudgeable(ctx, txnRefs)])
  const person = people.get(subUserId)
  if (!person) throw new Fault('denied', { why: 'not one of the people of payouts' })
  return payouts.map((payout) => {
    const steps = stepsOf(policy, payout, people)
    // What has been approved waits for nobody, whatever the rules say today.
    const isOpen = payout.status === 'Created' || payout.status === 'Verified'
    return { payout, verdict: verdictOn(act, person, { payout, steps, people }), isOpen, next: nextAct(steps) }
  })
}

/** Refuses unless the caller may do this to every one: first by four eyes and rules, then by the state. */
export async function mayDecide(ctx: Ctx, act: PayoutAct, txnRefs: readonly string[]): Promise<Decidable[]> {
  const found = await verdictsOn(ctx, act, txnRefs)
  const refused = found.flatMap(({ payout, verdict, isOpen }) => {
    if (isOpen && verdict.why === null) return []
    const why = verdict.why !== null && verdict.why !== 'not_now' ? verdict.why : ('not_now' as const)
    return [{ fault: faultOf[why], path: `txn_refs.${payout.txnRef}`, why }]
  })
  const [first] = refused.toSorted((one, other) => order.indexOf(one.fault) - order.indexOf(other.fault))
  if (first) {
    const alike = refused.filter(({ fault }) => fault === first.fault)
    throw new Fault(first.fault, {
      why: first.why,
      errors: alike.slice(0, 50).map(({ path, why }) => ({ path, reason: why, text: words[why] })),
    })
  }
  return found.flatMap(({ payout, verdict }) => (verdict.why === null ? [{ payout, verdict }] : []))
}

/** What waits for this act of the caller, the oldest first and up to 1,000 of them. Index: payouts_open. */
export async function waitingFor(ctx: Ctx, act: PayoutAct): Promise<string[]> {
  const rows = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('status', 'in', ['Created', 'Verified'])
    .orderBy('created_at')
    .orderBy('txn_ref')
    .limit(10 * limits.payoutsAtOnceByCode)
    .execute()
  const found = await verdictsOn(
    ctx,
    act,
    rows.map(({ txn_ref }) => txn_ref),
  )
  const may = new Set(found.filter(({ verdict }) => verdict.why === null).map(({ payout }) => payout.txnRef))
  return rows
    .map(({ txn_ref }) => txn_ref)
    .filter((ref) => may.has(ref))
    .slice(0, limits.payoutsAtOnceByCode)
}

const faultOf = {
  inactive: 'denied',
  role: 'denied',
  second_factor: 'denied',
  level: 'denied',
  maker: 'ownPayout',
  verifier: 'ownPayout',
  given: 'ownPayout',
  not_now: 'wrongState',
} as const satisfies Record<PayoutWhyNot, FaultName>
const order: readonly FaultName[] = ['ownPayout', 'denied', 'wrongState']

const words: Record<PayoutWhyNot, string> = {
  inactive: 'This user is not active.',
  role: "The role doesn't allow this.",
  second_factor: 'Two-step verification is missing.',
  level: 'The rules ask for other people.',
  maker: 'Whoever made or changed a payout, or its account in the last 72 hours, lets others decide on it.',
  verifier: 'Whoever verified a payout lets another approve it.',
  given: 'This approval has been given already.',
  not_now: 'It does not wait for this.',
}
