import { Fault, type FaultName } from '#contract/faults.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { addTimelineEntry, writeAudit } from '#server/kit/audit/audit.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { lockPayouts } from '#server/payout-store/rows.ts'
import { approvedPayouts } from '#server/payouts/approved.ts'
import { nextAct, stepsOf } from '#server/payout-rules/engine.ts'
import { peopleOf } from '#server/payout-rules/people.ts'
import { listJudgeable, policyOf } from '#server/payout-rules/queries.ts'
import { insertActs, noteApproved, noteVerified, statesOf } from './act-rows.ts'
import { endCode, lockCode, type CodeRow } from './code-rows.ts'
import { contentsOf, lineOf, totalsOf, type Content } from './content.ts'
import { mayDecide, type Decidable } from './may-decide.ts'
import { takeSignature } from './passkey.ts'
import type { Tried } from './try-code.ts'
import { recordedAmount } from '#contract/kit/money.ts'

/**
 * Verifies or approves payouts, all or none, with a code that was right or a signature: it has to be for exactly these payouts as they
 * are now, then the rules and four eyes decide, then the state. `wrong` is the fault of a code that is not for them.
 */
export async function decide(
  ctx: Ctx,
  act: PayoutAct,
  { tried, asked, wrong }: { tried: Tried; asked: readonly string[] | undefined; wrong: FaultName },
) {
  const { code, evidence } = await takeCode(ctx, act, tried, wrong)
  const refs = asked ? [...new Set(asked)] : code.txn_refs
  if (!refs.every((ref) => code.txn_refs.includes(ref))) throw new Fault(wrong)
  await lockPayouts(ctx, refs)
  const contents = await contentsOf(ctx, refs)
  refuseChanged(ctx, code, refs, contents)
  const decidable = await mayDecide(ctx, act, refs).catch((error: unknown) => {
    if (error instanceof Fault && error.fault === 'wrongState') ctx.evenIfRefused(endCode(ctx, code.code_id, 'changed'))
    throw error
  })
  await insertActs(ctx, act, code.code_id, decidable)
  ctx.write(endCode(ctx, code.code_id, 'used', evidence))
  if (act === 'verify') await noteVerified(ctx, refs)
  else await letGo(ctx, refs)
  await tellOfLone(ctx, act, decidable)
  const totals = totalsOf(contents).map(({ currency, amount }) => recordedAmount(amount, currency))
  ctx.auditSubject(
    refs.length === 1 ? (refs[0] ?? '') : code.code_id,
    madeAs({ payouts: contents.map(({ txn_ref }) => txn_ref).join(', '), totals: totals.join(', '), way: code.way }),
  )
  return { payouts: await statesOf(ctx, refs) }
}

/** The code or challenge, its row locked: of two that use it at once the second is refused. */
async function takeCode(ctx: Ctx, act: PayoutAct, tried: Tried, wrong: FaultName) {
  if ('passkey' in tried) {
    const { code, evidence } = await takeSignature(ctx, act, tried.passkey)
    if (code.is_expired) throw new Fault('otpExpired')
    return { code, evidence }
  }
  const code = await lockCode(ctx, tried.codeId)
  if (!code || code.sub_user_id !== userOf(ctx).subUserId || code.act !== act) throw new Fault(wrong)
  return { code, evidence: null }
}

/** Refuses payouts that are not what the code was made for, names them, and ends the code. */
function refuseChanged(ctx: Ctx, code: CodeRow, refs: readonly string[], contents: readonly Content[]): void {
  const told = new Map(code.txn_refs.map((ref, at) => [ref, code.lines[at]]))
  const now = new Map(contents.map((content) => [content.txn_ref, lineOf(content)]))
  const changed = refs.filter((ref) => now.get(ref) === undefined || now.get(ref) !== told.get(ref))
  if (changed.length === 0) return
  ctx.evenIfRefused(endCode(ctx, code.code_id, 'changed'))
  throw new Fault('payoutChanged', {
    errors: changed.slice(0, 50).map((ref) => ({
      path: `txn_refs.${ref}`,
      reason: 'changed',
      text: `${ref} has changed.`,
      params: { ref },
    })),
  })
}

/** Moves approved payouts: those that have all that they need go, the others wait for the next approval. */
async function letGo(ctx: Ctx, refs: readonly string[]): Promise<void> {
  const [policy, people, payouts] = await Promise.all([policyOf(ctx), peopleOf(ctx), listJudgeable(ctx, refs)])
  const done = payouts.filter((payout) => nextAct(stepsOf(policy, payout, people)) === null).map(({ txnRef }) => txnRef)
  const wait = refs.filter((ref) => !done.includes(ref))
  if (wait.length > 0) await noteApproved(ctx, wait)
  if (done.length > 0) await approvedPayouts(ctx, done)
}

/** One person who did what otherwise takes two: the audit log, each payout's timeline and every administrator hear of it. */
async function tellOfLone(ctx: Ctx, act: PayoutAct, decidable: readonly Decidable[]): Promise<void> {
  const alone = decidable.filter(({ verdict }) => verdict.isLone).map(({ payout }) => payout.txnRef)
  const [first] = alone
  if (first === undefined) return
  const { name } = ctx.actor
  for (const ref of alone)
    if (act === 'verify') addTimelineEntry(ctx, 'payout', ref, 'payout_verified_alone')
    else addTimelineEntry(ctx, 'payout', ref, 'payout_approved_alone')
  writeAudit(ctx, {
    action: 'payout.act-alone',
    objectRef: first,
    result: 'done',
    changes: madeAs({ action: act, payouts: alone.join(', ') }),
  })
  await notify(ctx, 'payout_alone', { by: name, count: String(alone.length), txn_ref: first })
}
