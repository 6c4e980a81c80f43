import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { newId } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The units of an order. */
export interface Units {
  pageRef: string
  orderRef: string
  quantity: number
}
/** What a sale leaves of a page: the units that are free or held by open orders. */
export interface UnitsLeft {
  limited: boolean
  unsold: number
}
type Movement = 'stocked' | 'reserved' | 'released' | 'sold' | 'returned'

/**
 * Holds units for an order. Guarantee: one guarded update, so that no unit is held twice; whether they came from free ones, and
 * how many of those are left. Null when fewer are free. The row stays locked until the commit.
 */
export async function reserveUnits(ctx: Ctx, units: Units): Promise<{ limited: boolean; available: number } | null> {
  const { quantity } = units
  const row = await stockOf(ctx, units.pageRef)
    .set({
      stocked: sql`case when limited then stocked else stocked + ${quantity}::bigint end`,
      available: sql`case when limited then available - ${quantity}::bigint else 0 end`,
      reserved: sql`reserved + ${quantity}::bigint`,
    })
    .where(sql<boolean>`(not limited or available >= ${quantity}::bigint)`)
    .returning(['limited', 'available'])
    .executeTakeFirst()
  if (!row) return null
  note(ctx, units, 'reserved')
  return { limited: row.limited, available: Number(row.available) }
}

/** Gives the units of an order back: to the free ones where they came from there. The caller holds the order's lock. */
export async function releaseUnits(ctx: Ctx, units: Units & { limited: boolean }): Promise<void> {
  const quantity = BigInt(units.quantity)
  await moved(
    stockOf(ctx, units.pageRef).set({
      // Free units of a page that has no limit any more would mean nothing.
      stocked: units.limited
        ? sql`case when limited then stocked else stocked - ${quantity}::bigint end`
        : sql`stocked - ${quantity}::bigint`,
      available: units.limited
        ? sql`case when limited then available + ${quantity}::bigint else 0 end`
        : sql`available`,
      reserved: sql`reserved - ${quantity}::bigint`,
    }),
  )
  note(ctx, units, 'released')
}

/** Sells the units that an order holds. The caller holds the order's lock. */
export async function sellUnits(ctx: Ctx, units: Units): Promise<UnitsLeft> {
  const quantity = BigInt(units.quantity)
  const row = await moved(
    stockOf(ctx, units.pageRef).set({
      reserved: sql`reserved - ${quantity}::bigint`,
      sold: sql`sold + ${quantity}::bigint`,
    }),
  )
  note(ctx, units, 'sold')
  return leftOf(row)
}
const leftOf = (row: { limited: boolean; available: bigint; reserved: bigint }): UnitsLeft => ({
  limited: row.limited,
  unsold: Number(row.available + row.reserved),
})

/** Sells free units to an order that holds none any more, by one guarded update; null when fewer are free. */
export async function sellFreeUnits(ctx: Ctx, units: Units): Promise<UnitsLeft | null> {
  const quantity = BigInt(units.quantity)
  const row = await stockOf(ctx, units.pageRef)
    .set({
      stocked: sql`case when limited then stocked else stocked + ${quantity}::bigint end`,
      available: sql`case when limited then available - ${quantity}::bigint else 0 end`,
      sold: sql`sold + ${quantity}::bigint`,
    })
    .where(sql<boolean>`(not limited or available >= ${quantity}::bigint)`)
    .returning(['limited', 'available', 'reserved'])
    .executeTakeFirst()
  if (!row) return null
  note(ctx, units, 'sold')
  return leftOf(row)
}

/** Takes units of an order back from the sold ones, once. */
export async function returnUnits(ctx: Ctx, units: Units): Promise<void> {
  const quantity = BigInt(units.quantity)
  await moved(
    stockOf(ctx, units.pageRef).set({
      stocked: sql`case when limited then stocked else stocked - ${quantity}::bigint end`,
      available: sql`case when limited then available + ${quantity}::bigint else 0 end`,
      sold: sql`sold - ${quantity}::bigint`,
    }),
  )
  note(ctx, units, 'returned')
}

/**
 * Stocks units of a limited page, or takes free ones away. Throws `wrongState` where there is no limit, and `outOfStock` with the
 * number that could be taken away when fewer are free.
 */
export async function changeUnits(ctx: Ctx, pageRef: string, change: number): Promise<void> {
  const by = BigInt(change)
  const row = await stockOf(ctx, pageRef)
    .set({ stocked: sql`stocked + ${by}::bigint`, available: sql`available + ${by}::bigint` })
    .where('limited', '=', true)
    .where(sql<boolean>`available + ${by}::bigint >= 0`)
    .returning('page_ref')
    .executeTakeFirst()
  if (!row) {
    const stock = await readStock(ctx, pageRef)
    if (!stock?.limited) throw new Fault('wrongState', { why: 'the stock has no limit' })
    const params = { most: Number(stock.available) }
    throw new Fault('outOfStock', {
      errors: [{ path: 'change', reason: 'more_than_free', params, text: `${params.most} can be taken away.` }],
    })
  }
  note(ctx, { pageRef, orderRef: '', quantity: change }, 'stocked')
}

/** Gives a page a limit with so many free units, or takes the limit away. Units that orders hold stay theirs. */
export async function limitUnits(ctx: Ctx, pageRef: string, available: number | null): Promise<void> {
  const free = BigInt(available ?? 0)
  const before = await ctx.own
    .select('page_stocks')
    .select('available')
    .where('page_ref', '=', pageRef)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await moved(
    stockOf(ctx, pageRef).set({
      limited: available !== null,
      stocked: sql`stocked - available + ${free}::bigint`,
      available: free,
    }),
  )
  note(ctx, { pageRef, orderRef: '', quantity: Number(free - before.available) }, 'stocked')
}

/** The stock of a new page. */
export function insertStock(ctx: Ctx, pageRef: string, available: number | null): void {
  const free = BigInt(available ?? 0)
  const row = { page_ref: pageRef, limited: available !== null, stocked: free, available: free, reserved: 0n, sold: 0n }
  ctx.write(ctx.own.insert('page_stocks', row))
  if (available) note(ctx, { pageRef, orderRef: '', quantity: available }, 'stocked')
}

export const readStock = (ctx: Ctx, pageRef: string) =>
  ctx.own
    .select('page_stocks')
    .select(['limited', 'stocked', 'available', 'reserved', 'sold'])
    .where('page_ref', '=', pageRef)
    .executeTakeFirst()

const stockOf = (ctx: Ctx, pageRef: string) => ctx.own.update('page_stocks').where('page_ref', '=', pageRef)

async function moved(update: ReturnType<typeof stockOf>) {
  return update.returning(['limited', 'available', 'reserved']).executeTakeFirstOrThrow()
}

/** One movement for each order and kind: a second one fails the transaction. */
function note(ctx: Ctx, { pageRef, orderRef, quantity }: Units, movement: Movement): void {
  if (quantity === 0) return
  ctx.append('stock_movements', {
    page_ref: pageRef,
    movement_id: newId(),
    movement,
    order_ref: orderRef,
    units: BigInt(quantity),
    actor_name: ctx.actor.name,
    at: ctx.now,
  })
}
