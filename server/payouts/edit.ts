import type { Input } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { editPayout as declaration } from '#contract/payouts.ts'
import { payoutStates } from '#contract/payout-states.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { movePayout, wrongState } from '#server/payout-store/move.ts'
import { voided } from '#server/payout-store/reopen.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { firstWait } from '#server/payout-store/waits.ts'
import { refuseDuplicate } from './duplicates.ts'
import { keptOf, makersOf } from './insert.ts'
import { refuseBeyondLimits } from './limits.ts'
import { tellWhoMustAct } from './notices.ts'
import { expectNamed } from './named.ts'
import { planPayout } from './plan.ts'
import { readPayout } from './read.ts'
import { checkSignature } from './signed-wish.ts'

/**
 * Changes a payout that is created or verified: it goes back to Created under the next revision, so that what was given to the one
 * before counts no more, and its editor is a maker. Throws `changedMeanwhile` when the caller saw another revision.
 */
export async function editPayout(ctx: Ctx, body: Input<typeof declaration>['body']) {
  const { txn_ref: txnRef, revision, txn_details: wish, signature_hash: beside, channel_key: channelKey } = body
  const at = 'txn_details.'
  const payout = await lockPayout(ctx, txnRef)
  if (!payout) throw new Fault('notFound')
  await expectNamed(ctx, wish, at)
  await checkSignature(ctx, wish, beside, at)
  if (!payoutStates.can(payout.status, 'edit')) throw wrongState(payout)
  if (payout.revision !== revision) throw new Fault('changedMeanwhile')
  const plan = await planPayout(ctx, wish, { at, channelKey })
  await refuseBeyondLimits(ctx, plan, at)
  await refuseDuplicate(ctx, plan, { at, except: txnRef })
  const [part] = plan.parts as [(typeof plan.parts)[number]]
  const edited = await movePayout(ctx, payout, 'edit', {
    ...voided,
    ...(await keptOf(ctx, plan, txnRef)),
    account_fields: plan.to.fields,
    ...(wish.txn_ref !== undefined && { merchant_txn_ref: wish.txn_ref }),
    amount_minor: part.amountMinor,
    fee_minor: part.feeMinor,
    fee_tax_minor: part.taxMinor,
    // An edited part stands for itself.
    split_total_minor: null,
    revision: revision + 1,
    waits_for: await firstWait(ctx),
    made_by: makersOf(ctx, plan, payout.made_by),
    maker_names: [...new Set([...payout.maker_names, ctx.actor.name])],
    warned_at: null,
  })
  ctx.auditSubject(txnRef, changesFrom(factsOf(payout), factsOf(edited)))
  await tellWhoMustAct(ctx, edited)
  return readPayout(ctx, txnRef)
}

const factsOf = (payout: PayoutRow) => ({
  merchant_txn_ref: payout.merchant_txn_ref,
  amount: decimalText(payout.amount_minor, payout.currency),
  currency: payout.currency,
  vaaccount_no: payout.virtual_account_no,
  beneficiary: payout.beneficiary_name,
  account_uuid: payout.account_uuid,
  to_account_no: payout.last_four,
  fee_payer: payout.fee_payer,
  scheduled_time: payout.scheduled_time,
  remarks: payout.remarks,
  purpose: payout.purpose,
  reason: payout.duplicate_reason,
})
