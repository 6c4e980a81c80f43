import type { Ctx } from '#server/kit/ctx.ts'
import { findPayout } from '#server/payout-store/rows.ts'
import type { PayoutCallback } from '#server/providers/payouts.ts'
import type { Received } from '#server/providers/payouts.ts'
import { applyPayoutOutcome, type Effect } from './outcomes.ts'

/**
 * Takes a verified call-back about a payout, in the transaction of the merchant whose channel it came by. Each event counts once, and
 * every one is kept. Returns why it was ignored, or null.
 */
export async function receivePayoutWord(
  ctx: Ctx,
  { channelKey, told }: Received<PayoutCallback>,
): Promise<string | null> {
  const payout = await findPayout(ctx, told.key)
  if (!payout) return 'no payout of ours'
  if (payout.channel_key !== channelKey) return 'a payout of another channel'
  const at = told.at === '' ? ctx.now : new Date(told.at)
  if (await isKnown(ctx, channelKey, told.id)) return null
  const effect = await applyPayoutOutcome(ctx, told.key, told.outcome, at)
  await keepWord(ctx, { channelKey, told, at, effect })
  return null
}

/** Index: primary key. */
const isKnown = async (ctx: Ctx, channelKey: string, eventId: string): Promise<boolean> =>
  (await ctx.own
    .select('payout_words')
    .select('event_id')
    .where('channel_key', '=', channelKey)
    .where('event_id', '=', eventId)
    .executeTakeFirst()) !== undefined

async function keepWord(
  ctx: Ctx,
  { channelKey, told, at, effect }: { channelKey: string; told: PayoutCallback; at: Date; effect: Effect },
): Promise<void> {
  await ctx.own
    .insert('payout_words', {
      channel_key: channelKey,
      event_id: told.id,
      txn_ref: told.key,
      outcome: told.outcome.kind,
      effect,
      at,
      received_at: ctx.now,
    })
    .onConflict((same) => same.doNothing())
    .execute()
}
