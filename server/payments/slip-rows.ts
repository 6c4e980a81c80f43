import { sql } from 'kysely'
import type { Slip } from '#contract/payments.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'

const ofPayment = (ctx: Ctx, orderRef: string) => ctx.own.select('payment_slips').where('order_ref', '=', orderRef)

/** The slips of a payment without their contents, oldest first. Index: primary key. */
export const listSlips = (ctx: Ctx, orderRef: string) =>
  ofPayment(ctx, orderRef)
    .select(['slip_id', 'name', 'type', sql<number>`octet_length(content)`.as('size_bytes'), 'created_at'])
    .orderBy('slip_id')
    .execute()

/** The number of slips of a payment. */
export async function countSlips(ctx: Ctx, orderRef: string): Promise<number> {
  const { slips } = await ofPayment(ctx, orderRef)
    .select(({ fn }) => fn.countAll<bigint>().as('slips'))
    .executeTakeFirstOrThrow()
  return Number(slips)
}

/** One slip with its content; undefined when absent or not the owner's. */
export async function findSlip(ctx: Ctx, orderRef: string, slipId: string) {
  if (!isUuid(slipId)) return undefined
  return ofPayment(ctx, orderRef).select(['name', 'type', 'content']).where('slip_id', '=', slipId).executeTakeFirst()
}

export async function insertSlip(
  ctx: Ctx,
  orderRef: string,
  { name, type, content }: { name: string; type: Slip['type']; content: Buffer },
): Promise<void> {
  const slip = { order_ref: orderRef, slip_id: newId(), name, type, content, created_at: ctx.now }
  await ctx.own.insert('payment_slips', slip).execute()
}
