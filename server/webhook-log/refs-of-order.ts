import type { Ctx } from '#server/kit/ctx.ts'

/** The payments and links of the merchant's own order, at most 100 of each: their webhooks name them by our references. */
export async function refsOfOrder(ctx: Ctx, order: string): Promise<string[]> {
  const [payments, links] = await Promise.all([
    ctx.own.select('payments').select('order_ref as ref').where('merchant_order_ref', '=', order).limit(100).execute(),
    ctx.own
      .select('payment_links')
      .select('link_ref as ref')
      .where('merchant_order_ref', '=', order)
      .limit(100)
      .execute(),
  ])
  return [...payments, ...links].map(({ ref }) => ref)
}
