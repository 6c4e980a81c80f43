import { z } from 'zod'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import type { LockedPayment } from './for-channel.ts'
import { factsOf } from './notify.ts'

/**
 * Until when a payment that has just been authorised can be captured: as its provider told, else by the provider's rule in the
 * catalogue; null where neither says anything.
 */
export function captureBy(
  { now }: Pick<Ctx, 'now'>,
  { channel_key: key, payment_method: type, payment_sub_type: subType }: LockedPayment,
  told?: Date,
): Date | null {
  if (told) return told
  const days = authorisedDays({ channelKey: key, type, subType })
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000)
}

/** For how many days an authorisation holds by the catalogue; undefined where a way cannot be authorised first. */
export function authorisedDays({ channelKey, type, subType }: { channelKey: string; type: string; subType: string }) {
  // A further connection's key has a number behind the catalogue key.
  const ways = catalogueEntry(channelKey.replace(/_\d$/, ''))?.ways ?? []
  return ways.find((way) => way.type === type && way.subType === subType)?.authorisedDays
}

const toldAheadMs = limits.lapseToldHours * 3_600_000
/** When people are told that a payment lapses. */
export const toldAt = (by: Date): Date => new Date(by.getTime() - toldAheadMs)

const data = z.object({ merchantId: z.uuid(), environment, orderRef: z.string() })

/**
 * Tells people, once, that an authorisation lapses within a day, unless it is being captured or released. One that cannot be
 * finished after all is found by the sweep.
 */
export const warnOfLapse: Job<z.output<typeof data>> = job({
  name: 'warn-of-lapse',
  data,
  overdue: { key: 'orderRef', list: listUntold },
  async work(ctx, { orderRef }) {
    const payment = await ctx.own
      .update('payments')
      .set({ lapse_told_at: ctx.now })
      .where('order_ref', '=', orderRef)
      .where('status', '=', 'Authorized')
      .where('finish', '=', '')
      .where('capture_by', '<=', new Date(ctx.now.getTime() + toldAheadMs))
      .where('lapse_told_at', 'is', null)
      .returning(['order_ref', 'merchant_order_ref', 'amount_minor', 'currency'])
      .executeTakeFirst()
    if (payment) await notify(ctx, 'authorisation_lapsing', factsOf(payment))
  },
})

/** The references of authorised payments of which people should have been told before a moment. Index: payments_by_status. */
async function listUntold(ctx: Ctx, since: Date): Promise<{ orderRef: string }[]> {
  const rows = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('status', '=', 'Authorized')
    .where('finish', '=', '')
    .where('capture_by', '<=', new Date(since.getTime() + toldAheadMs))
    .where('lapse_told_at', 'is', null)
    .orderBy('capture_by')
    .limit(500)
    .execute()
  return rows.map(({ order_ref: orderRef }) => ({ orderRef }))
}
