import type { Ctx } from '#server/kit/ctx.ts'
import type { ChargeRow } from '#server/subscription-store/charges.ts'

/** What the payments of charges were for: the set-up, or the charge itself, in whose page's address a receipt is. Index: primary key. */
export async function payablesOf(ctx: Ctx, charges: readonly ChargeRow[]): Promise<Map<string, string>> {
  const refs = charges.map(({ payment_ref }) => payment_ref).filter(Boolean)
  if (refs.length === 0) return new Map()
  const rows = await ctx.own
    .select('payments')
    .select(['order_ref', 'payable_ref'])
    .where('order_ref', 'in', refs)
    .where('status', '=', 'Success')
    .execute()
  return new Map(rows.map(({ order_ref, payable_ref }) => [order_ref, payable_ref]))
}
