import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { listPayoutsIn } from '#server/payout-store/rows.ts'
import { payoutChannel } from './terms.ts'
import { firstSend, sendPayoutJob } from './send-job.ts'

/** The stops in force, newest first. Index: payout_stops_open. */
export const listStops = (ctx: Ctx) =>
  ctx.own
    .select('payout_stops')
    .select(['channel_key', 'txn_ref', 'evidence', 'stopped_at'])
    .where('lifted_at', 'is', null)
    .orderBy('stopped_at', 'desc')
    .execute()

/** Stops the payouts of a channel until somebody lifts it; one stop at a time. */
export const stopChannel = (ctx: Ctx, stop: { channelKey: string; txnRef: string; evidence: string }): void =>
  ctx.write(
    ctx.own
      .insert('payout_stops', {
        stop_id: newId(),
        channel_key: stop.channelKey,
        txn_ref: stop.txnRef,
        evidence: stop.evidence,
        stopped_at: ctx.now,
        lifted_at: null,
      })
      .onConflict((same) => same.doNothing()),
  )

/** Lets payouts of a channel leave again, with a reason. Throws `channelUnknown`, or `notFound` when it is not stopped. */
export async function liftStop(ctx: Ctx, channelKey: string, reason: string) {
  const lifted = await ctx.own
    .update('payout_stops')
    .set({ lifted_at: ctx.now, lifted_by: ctx.actor.name, lift_reason: reason })
    .where('channel_key', '=', channelKey)
    .where('lifted_at', 'is', null)
    .returning('txn_ref')
    .executeTakeFirst()
  if (!lifted) throw new Fault((await payoutChannel(ctx, channelKey)) ? 'notFound' : 'channelUnknown')
  ctx.auditSubject(channelKey, madeAs({ reason, txn_ref: lifted.txn_ref }))
  for (const { txn_ref: txnRef } of await listPayoutsIn(ctx, ['Approved'], { channelKey }))
    ctx.enqueue(sendPayoutJob, firstSend(txnRef))
  return listStops(ctx)
}
