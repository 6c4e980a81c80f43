import { Fault } from '#contract/faults.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lockPayouts } from '#server/payout-store/rows.ts'
import { applyPayoutOutcome } from '#server/payouts/outcomes.ts'
import { changeFile, listFilePayouts, lockFile, shownFile } from './queries.ts'

/** Two people withdraw a file by the bank's word: one asks, another confirms or refuses. */

/** Throws `wrongState` where it is withdrawn, somebody has asked before, or the bank has answered for all of it. */
export async function askWithdrawal(
  ctx: Ctx,
  fileId: string,
  ground: { reason: string; evidence: string },
): Promise<void> {
  const file = await lockFile(ctx, fileId)
  const { open_count: open } = await shownFile(ctx, fileId)
  if (file.withdrawn_at || file.asked_by || open === 0) throw new Fault('wrongState')
  const { reason, evidence } = ground
  changeFile(ctx, fileId, {
    reason,
    evidence,
    asked_by: userOf(ctx).subUserId,
    asked_by_name: ctx.actor.name,
    asked_at: ctx.now,
  })
  ctx.auditSubject(fileId, madeAs({ reason, evidence }))
  noteChange(ctx, 'bank_file', fileId)
}

/** Confirmed, the payouts that the bank has not answered for are Failed. Throws `sameCustodian` for the same person. */
export async function decideWithdrawal(ctx: Ctx, fileId: string, decision: 'confirm' | 'refuse'): Promise<void> {
  const payouts = await listFilePayouts(ctx, fileId)
  // Payouts before their file, as whoever brings an answer locks them.
  const locked = await lockPayouts(
    ctx,
    payouts.map(({ txn_ref }) => txn_ref),
  )
  const file = await lockFile(ctx, fileId)
  if (!file.asked_by) throw new Fault('wrongState')
  if (file.asked_by === userOf(ctx).subUserId) throw new Fault('sameCustodian')
  const answered = { asked_by: null, asked_by_name: '', asked_at: null }
  noteChange(ctx, 'bank_file', fileId)
  if (decision === 'refuse') {
    ctx.auditSubject(fileId, madeAs({ decision }))
    return changeFile(ctx, fileId, answered)
  }
  const open = locked.filter(({ status }) => status === 'Processing')
  const words = { reason: 'FILE_WITHDRAWN', providerText: file.evidence, providerRef: '' } as const
  for (const { txn_ref: txnRef } of open) await applyPayoutOutcome(ctx, txnRef, { kind: 'failed', ...words }, ctx.now)
  changeFile(ctx, fileId, { ...answered, withdrawn_by: ctx.actor.name, withdrawn_at: ctx.now })
  ctx.auditSubject(fileId, madeAs({ decision, payouts: open.length }))
}
