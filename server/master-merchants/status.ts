import { Fault, fieldFault } from '#contract/faults.ts'
import { merchantStatuses } from '#contract/merchants.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { tellChanges } from '#server/merchant-store/changes.ts'
import { subMerchant } from '#server/merchants/sub-merchant.ts'
import { within } from '#server/kit/db/within.ts'

/**
 * Switches a merchant of the master on or off. Switched off, its sessions end for good, and it takes no payment from the commit
 * on. The present status is no change.
 */
export async function setStatus(ctx: Ctx, named: string, wanted: string): Promise<void> {
  const row = await subMerchant(ctx, named)
  const status = merchantStatuses.find((each) => each === wanted.toUpperCase())
  if (!status) throw fieldFault('invalidRequest', 'status', 'not_a_choice', 'This is not one of the choices.')
  const changes = { status: { before: row.status, after: status } }
  ctx.auditSubject(row.merchant_id, changes)
  await within(ctx, row.merchant_id, async (own) => {
    const moved = await own.db
      .updateTable('merchants')
      .set((each) => ({ status, revision: each('revision', '+', 1) }))
      .where('merchant_id', '=', row.merchant_id)
      .where('master_id', '=', ctx.owner.merchantId)
      .where('status', '!=', status)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n && row.status !== status) throw new Fault('notFound')
    if (moved.numUpdatedRows === 0n) return
    if (status === 'INACTIVE') await endSessionsOfMerchant(own)
    await tellChanges(own, changes)
    writeAudit(own, { action: 'merchant.set-status', objectRef: row.merchant_id, result: 'done', changes })
  })
}

/** Ends every session of the merchant of `ctx`, so that none lives again with it. */
export async function endSessionsOfMerchant(ctx: Ctx): Promise<void> {
  await ctx.own
    .update('sessions')
    .set({ ended_at: ctx.now, end_reason: 'merchant_inactive' })
    .where('ended_at', 'is', null)
    .execute()
}
