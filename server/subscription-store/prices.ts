import type { Selectable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'

/** The columns of a price but its owner's. */
const columns = [
  'price_ref', 'merchant_order_ref', 'name', 'name_lower', 'description', 'plan_type', 'status', 'currency', 'amount_minor', 'frequency',
  'period', 'notes', 'source', 'created_at', 'created_by', 'created_by_id', 'cancelled_at',
] as const // prettier-ignore

/** A price as its row has it. */
export type PriceRow = Pick<Selectable<Tables['prices']>, (typeof columns)[number]>

/**
 * A price; undefined when absent or not the owner's. Kept as it is until the commit by who subscribes to it, and locked by who cancels
 * it. Index: primary key.
 */
export async function findPrice(
  ctx: Ctx,
  priceRef: string,
  { lock = 'none' }: Locking = {},
): Promise<PriceRow | undefined> {
  const [row] = (await ctx.db.executeQuery(reads[lock]({ ...ctx.owner, priceRef }))).rows
  return row
}
interface Locking {
  lock?: keyof typeof reads
}
/** The same where there has to be one. Throws `priceUnknown`. */
export async function existingPrice(ctx: Ctx, priceRef: string, how?: Locking): Promise<PriceRow> {
  const price = await findPrice(ctx, priceRef, how)
  if (!price) throw new Fault('priceUnknown')
  return price
}
const rowBy = (given: Places<Owner & { priceRef: string }>) =>
  ownRows(build, given).select('prices').select(columns).where('price_ref', '=', given.priceRef)
const reads = {
  none: statement(rowBy),
  keep: statement((given: Places<Owner & { priceRef: string }>) => rowBy(given).forShare()),
  change: statement((given: Places<Owner & { priceRef: string }>) => rowBy(given).forUpdate()),
}

/** Writes a new price. The commit fails with `duplicateOrder` where another has its reference of the merchant's. */
export const keepPrice = (ctx: Ctx, price: PriceRow): void =>
  ctx.write(ctx.own.insert('prices', { ...price, notes: JSON.stringify(price.notes) }))

/** Notes that a price, which the caller has locked, is cancelled. */
export const markPriceCancelled = (ctx: Ctx, priceRef: string): void =>
  ctx.write(
    ctx.own.update('prices').set({ status: 'cancelled', cancelled_at: ctx.now }).where('price_ref', '=', priceRef),
  )
