import type { Ctx } from '#server/kit/ctx.ts'

/** What the merchant's record says of its start. Index: primary key. */
export const findStartOf = (ctx: Ctx) =>
  ctx.own.select('merchants').select(['logo', 'kyc_status', 'get_started_dismissed']).executeTakeFirst()

/** Whether there is any payment in the environment of `ctx`. Index: payments_newest. */
export const hasPayments = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.own.select('payments').select('order_ref').limit(1).executeTakeFirst()) !== undefined

/** What the merchant has done in test mode and in live mode, whichever of them `ctx` is about. */
export async function findFirstSteps(ctx: Ctx) {
  const { merchantId } = ctx.owner
  const sandbox = await ctx.enter({ merchantId, environment: 'sandbox' })
  const [link, unpaid, isPaid] = await Promise.all([
    sandbox.own.select('payment_links').select('link_ref').limit(1).executeTakeFirst(),
    newestUnpaidLink(sandbox),
    isPaidIn(sandbox),
  ])
  const live = await ctx.enter({ merchantId, environment: 'live' })
  const [channel, isLive] = await Promise.all([
    live.own
      .select('payment_channels')
      .select('channel_key')
      .where('is_enabled', '=', true)
      .where('pay_type', '=', 'PAYIN')
      .limit(1)
      .executeTakeFirst(),
    isPaidIn(live),
  ])
  await ctx.enter(ctx.owner)
  return {
    test_link: link !== undefined,
    test_payment: isPaid,
    channel: channel !== undefined,
    live: isLive,
    unpaidLinkRef: unpaid?.link_ref,
  }
}

/** Index: payment_links_by_status. */
const newestUnpaidLink = ({ own }: Ctx) =>
  own
    .select('payment_links')
    .select('link_ref')
    .where('status', '=', 'created')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether a payment has succeeded. Index: payments_by_status. */
const isPaidIn = async ({ own }: Ctx): Promise<boolean> =>
  (await own.select('payments').select('order_ref').where('status', '=', 'Success').limit(1).executeTakeFirst()) !==
  undefined

/** Index: primary key. */
export async function dismiss(ctx: Ctx): Promise<void> {
  await ctx.own.update('merchants').set({ get_started_dismissed: true }).execute()
}
