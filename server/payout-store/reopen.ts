import type { Ctx } from '#server/kit/ctx.ts'
import { releasePayout } from '#server/ledger/payout-postings.ts'
import { giveBackLimits } from './limit-counts.ts'
import { movePayout } from './move.ts'
import { releasePayouts } from './release-job.ts'
import { firstWait } from './waits.ts'
import { listPayoutsIn, lockPayouts, type PayoutRow } from './rows.ts'

/** Why payouts go back to their makers. */
export type ReopenReason = 'account_changed' | 'rules_changed'

/**
 * Sends payouts back to Created: their verification and approvals are void, their revision is another, and what was set aside is
 * available again. With an account of a beneficiary, all that have not left; with references, those. Returns those that went back.
 */
export async function backToCreated(
  ctx: Ctx,
  of: { accountUuid: string } | { txnRefs: readonly string[] },
  why: ReopenReason,
): Promise<PayoutRow[]> {
  const refs =
    'txnRefs' in of
      ? of.txnRefs
      : (await listPayoutsIn(ctx, notLeft, { accountUuid: of.accountUuid })).map(({ txn_ref }) => txn_ref)
  const back: PayoutRow[] = []
  for (const payout of await lockPayouts(ctx, refs)) {
    // One that was created and has no verification is what it would become.
    const untouched = payout.status === 'Created' && why === 'rules_changed'
    if (!(notLeft as readonly string[]).includes(payout.status) || untouched) continue
    back.push(await reopen(ctx, payout, why))
  }
  return back
}
const notLeft = ['Created', 'Verified', 'Approved', 'Scheduled', 'Queued'] as const

async function reopen(ctx: Ctx, payout: PayoutRow, why: ReopenReason): Promise<PayoutRow> {
  const { txn_ref: txnRef, virtual_account_no: accountNo, currency, reserved_minor: totalMinor, revision } = payout
  if (totalMinor > 0n) {
    await giveBackLimits(ctx, txnRef)
    await releasePayout(ctx, { txnRef, accountNo, currency, totalMinor, revision })
    ctx.enqueue(releasePayouts, { accountNo })
  }
  return movePayout(
    ctx,
    payout,
    'reopen',
    {
      ...voided,
      reserved_minor: 0n,
      revision: revision + 1,
      waits_for: await firstWait(ctx),
    },
    { why },
  )
}

/** What an edit takes back. */
export const voided = {
  verified_by: '',
  verified_time: null,
  approved_by: '',
  approved_time: null,
  queued_at: null,
  waits_until: null,
} as const
