import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import type { PayableRef } from '#server/payables/payable.ts'
import { providerFault } from '#server/routing/rests.ts'
import { placeOf } from '#server/routing/route.ts'
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

/** The last attempt to pay an order. Throws `notFound` without one. Index: payments_by_order. */
export async function lastAttemptOf(ctx: Ctx, merchantOrderRef: string) {
  const row = await ctx.own
    .select('payments')
    .select(['order_ref', 'merchant_order_ref', 'channel_order_ref', 'status', 'payable_ref', 'payable_kind'])
    .where('merchant_order_ref', '=', merchantOrderRef)
    .orderBy('created_at', 'desc')
    .orderBy('order_ref', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Fault('notFound')
  return row
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

/** The payments of all that was made from one object, such as the charges of a subscription, newest first. Index: payments_by_source. */
export async function listPaymentsOfSource(ctx: Ctx, sourceRef: string) {
  const rows = await ctx.own
    .select('payments')
    .select([...rowColumns, ...objectFields, channelName, 'payable_kind', 'payable_ref', 'simulated_at'])
    .where('source_ref', '=', sourceRef)
    .orderBy('created_at', 'desc')
    .orderBy('order_ref', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ payable_kind, payable_ref, simulated_at, ...row }) => ({
    payment: { ...wireRow(row), payable_kind, payable_ref },
    simulatedAt: simulated_at,
  }))
}

/** The attempt that may still take money; undefined when there is none. Index: payments_by_payable. */
export const attemptInFlight = (ctx: Ctx, { kind, ref }: PayableRef) =>
  ctx.own
    .select('payments')
    .select(['order_ref', 'created_at'])
    .where('payable_ref', '=', ref)
    .where('payable_kind', '=', kind)
    .where('status', 'in', inFlightStates)
    .executeTakeFirst()
export const hasAttemptInFlight = async (ctx: Ctx, payable: PayableRef): Promise<boolean> =>
  (await attemptInFlight(ctx, payable)) !== undefined

/** The places (`placeOf`) at which an attempt failed by the provider's fault. */
export const placesLeft = (attempts: Awaited<ReturnType<typeof listAttempts>>): ReadonlySet<string> =>
  new Set(
    attempts
      .filter((attempt) => attempt.status_reason === providerFault)
      .map(({ payment_method: type, payment_sub_type: subType, channel_key: key }) => placeOf({ type, subType }, key)),
  )

/** The attempts of a payable, as one that is about to start has to know them. */
export interface SoFar {
  /** Of those that did not pay in time. */
  count: number
  /** The attempt under way. */
  inFlight: string | null
  /** Whether the merchant takes payments. */
  active: boolean
  /** Whether the merchant's server is asked before a payment is captured. */
  confirms: boolean
  /** The places (`placeOf`) at which an attempt failed by the provider's fault. */
  left: ReadonlySet<string>
  /** The last attempt, where it failed by the provider's fault, and its method; null otherwise. */
  failed: { orderRef: string; method: string } | null
}

/** The attempts of a payable, as they are at this moment. Index: payments_by_payable. */
export async function attemptsSoFar(ctx: Ctx, payable: PayableRef): Promise<SoFar> {
  const [row] = (await ctx.db.executeQuery(attemptsOf({ ...ctx.owner, ...payable }))).rows
  const [orderRef, method] = row?.last_failed ?? []
  return {
    count: Number(row?.attempts),
    inFlight: row?.in_flight ?? null,
    active: row?.merchant === 'ACTIVE',
    confirms: row?.confirms !== null && row?.confirms !== undefined,
    left: new Set(row?.places_left),
    failed: orderRef && method ? { orderRef, method } : null,
  }
}
const isFault = sql<boolean>`status_reason = ${sql.lit(providerFault)}`
const attemptsOf = statement((given: Places<Owner & PayableRef>) =>
  ownRows(build, given)
    .select('payments')
    .select(({ fn, selectFrom }) => [
      sql<bigint>`count(*) filter (where status <> 'Success' or late)`.as('attempts'),
      fn.max<string | null>('order_ref').filterWhere('status', 'in', inFlightStates).as('in_flight'),
      selectFrom('merchants').select('status').where('merchant_id', '=', given.merchantId).as('merchant'),
      selectFrom('confirmation_addresses')
        .select('environment')
        .where('merchant_id', '=', given.merchantId)
        .where('environment', '=', given.environment)
        .as('confirms'),
      // `placeOf` of server/routing/route.ts.
      sql<string[] | null>`array_agg(payment_method || ' ' || payment_sub_type || ' ' || channel_key)
        filter (where ${isFault})`.as('places_left'),
      sql<
        string[] | null
      >`string_to_array((array_agg(case when ${isFault} then order_ref || ' ' || payment_method else '' end
        order by created_at desc, order_ref desc))[1], ' ')`.as('last_failed'),
    ])
    .where('payable_ref', '=', given.ref)
    .where('payable_kind', '=', given.kind),
)
