import { inFlightStates } from '#contract/payments.ts'
import { build, statement, type Places } from '#server/kit/build.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db.ts'
import { channelName, rowColumns, wireRow } from './queries.ts'

const ofOwner = ({ db, owner }: { db: Db; owner: Owner | Places<Owner> }) =>
  db
    .selectFrom('payments')
    .where('payments.merchant_id', '=', owner.merchantId)
    .where('payments.environment', '=', owner.environment)

/** The other attempts to pay a payment's order, newest first. Index: payments_by_order. */
export async function listOtherAttempts(
  ctx: Ctx,
  { order_ref, merchant_order_ref }: { order_ref: string; merchant_order_ref: string },
) {
  const rows = await ofOwner(ctx)
    .select([...rowColumns, channelName])
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
  ofOwner(ctx)
    .select(['order_ref', 'status', 'payment_method'])
    .where('merchant_order_ref', '=', merchantOrderRef)
    .limit(1_000)
    .execute()

/** The attempts of one link, newest first; at most as many as a link takes. Index: payments_by_link. */
export async function listPaymentsOfLink(db: Db, owner: Owner, linkRef: string) {
  const rows = await ofOwner({ db, owner })
    .select([...rowColumns, channelName])
    .where('link_ref', '=', linkRef)
    .orderBy('created_at', 'desc')
    .orderBy('order_ref', 'desc')
    .limit(100)
    .execute()
  return rows.map(wireRow)
}

/**
 * How many attempts a link has had, the one under way, and whether its merchant takes payments, as all of it is at this
 * moment. Index: payments_by_link.
 */
export async function attemptsSoFar(
  ctx: Ctx,
  linkRef: string,
): Promise<{ count: number; inFlight: string | null; active: boolean }> {
  const [row] = await ctx.tx.rows(attemptsOf({ ...ctx.owner, linkRef }))
  return { count: Number(row?.attempts), inFlight: row?.in_flight ?? null, active: row?.merchant === 'ACTIVE' }
}
const attemptsOf = statement((given: Places<Owner & { linkRef: string }>) =>
  ofOwner({ db: build, owner: given })
    .select(({ fn, selectFrom }) => [
      fn.countAll<bigint>().as('attempts'),
      fn.max<string | null>('order_ref').filterWhere('status', 'in', inFlightStates).as('in_flight'),
      selectFrom('merchants').select('status').where('merchant_id', '=', given.merchantId).as('merchant'),
    ])
    .where('link_ref', '=', given.linkRef),
)
