import { inFlightStates } from '#contract/payment-states.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import type { PayableRef } from '#server/payables/payable.ts'
import { channelName, objectFields, rowColumns, wireRow } from './queries.ts'

/** The other attempts to pay a payment's order, newest first. Index: payments_by_order. */
export async function listOtherAttempts(
  ctx: Ctx,
  { order_ref, merchant_order_ref }: { order_ref: string; merchant_order_ref: string },
) {
  const rows = await ctx.own
    .select('payments')
    .select([...rowColumns, ...objectFields, channelName])
    .where('merchant_order_ref', '=', merchant_order_ref)
    .where('order_ref', '<>', order_ref)
    .orderBy('created_at', 'desc')
    .orderBy('order_ref', 'desc')
    .limit(100)
    .execute()
  return rows.map(wireRow)
}

/** The attempts of an order by their states. Index: payments_by_order. */
export const listStatesOfOrder = (ctx: Ctx, merchantOrderRef: string) =>
  ctx.own
    .select('payments')
    .select(['order_ref', 'status', 'payment_method', 'payment_sub_type'])
    .where('merchant_order_ref', '=', merchantOrderRef)
    .limit(1_000)
    .execute()

/** The attempts to pay one payable, newest first; at most as many as one takes. Index: payments_by_payable. */
export async function listAttempts(ctx: Ctx, { kind, ref }: PayableRef) {
  const rows = await ctx.own
    .select('payments')
    .select([...rowColumns, ...objectFields, channelName])
    .where('payable_ref', '=', ref)
    .where('payable_kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('order_ref', 'desc')
    .limit(100)
    .execute()
  return rows.map(wireRow)
}

/** Whether an attempt may still take money. Index: payments_by_payable. */
export async function hasAttemptInFlight(ctx: Ctx, { kind, ref }: PayableRef): Promise<boolean> {
  const attempt = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('payable_ref', '=', ref)
    .where('payable_kind', '=', kind)
    .where('status', 'in', inFlightStates)
    .executeTakeFirst()
  return attempt !== undefined
}

/**
 * The number of attempts of a payable, the one under way, and whether its merchant takes payments, as all of it is at this
 * moment. Index: payments_by_payable.
 */
export async function attemptsSoFar(
  ctx: Ctx,
  payable: PayableRef,
): Promise<{ count: number; inFlight: string | null; active: boolean }> {
  const [row] = (await ctx.db.executeQuery(attemptsOf({ ...ctx.owner, ...payable }))).rows
  return { count: Number(row?.attempts), inFlight: row?.in_flight ?? null, active: row?.merchant === 'ACTIVE' }
}
const attemptsOf = statement((given: Places<Owner & PayableRef>) =>
  ownRows(build, given)
    .select('payments')
    .select(({ fn, selectFrom }) => [
      fn.countAll<bigint>().as('attempts'),
      fn.max<string | null>('order_ref').filterWhere('status', 'in', inFlightStates).as('in_flight'),
      selectFrom('merchants').select('status').where('merchant_id', '=', given.merchantId).as('merchant'),
    ])
    .where('payable_ref', '=', given.ref)
    .where('payable_kind', '=', given.kind),
)
