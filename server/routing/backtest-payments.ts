import { endedStates } from '#contract/payment-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A past payment as texts: when it began, its reference, that of its order, its amount, and what others share with it. */
export type Past = readonly [at: string, orderRef: string, merchantOrderRef: string, amountMinor: string, kind: string]

/** Where a piece ended: the next one has what is before it. */
export interface Place {
  at: string
  orderRef: string
}

/** What no value of a kind contains. */
export const between = '\x1f'

/**
 * The next payments of a period, the latest first: first attempts that have ended. They are read as texts, since parsing the
 * values of each row costs more than deciding about it. Index: payments_newest.
 */
export async function listPast(
  ctx: Ctx,
  { from, to }: { from: Date; to: Date },
  before: Place | null,
  most: number,
): Promise<Past[]> {
  const place = before ?? { at: to.toISOString(), orderRef: '' }
  const rows = await ctx.tx.read(statement, [
    ctx.owner.merchantId,
    ctx.owner.environment,
    from,
    place.at,
    place.orderRef,
    most,
    endedStates,
  ])
  return rows as unknown as Past[]
}
const statement = `
  select created_at, order_ref, merchant_order_ref, amount_minor, concat_ws(e'\\x1f', payment_method, payment_sub_type, currency,
    country, source, channel_key, status)
  from payments
  where merchant_id = $1 and environment = $2 and created_at >= $3 and (created_at, order_ref) < ($4::timestamptz, $5)
    and status = any ($7) and failover_from = ''
  order by created_at desc, order_ref desc
  limit $6`
