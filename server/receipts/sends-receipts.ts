import type { Ctx } from '#server/kit/ctx.ts'

/** Whether the merchant has receipts sent. Index: primary key. */
export async function sendsReceipts(ctx: Ctx): Promise<boolean> {
  const merchant = await ctx.db
    .selectFrom('merchants')
    .select('send_receipts')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .executeTakeFirst()
  return merchant?.send_receipts ?? false
}
