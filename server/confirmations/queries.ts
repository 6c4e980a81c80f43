import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

/** The address of the owner's mode; undefined without one. Index: primary key. */
export const findAddress = (ctx: Ctx) =>
  ctx.own.select('confirmation_addresses').select(['url', 'changed_at']).executeTakeFirst()

/** Sets the address of the owner's mode. */
export async function putAddress(ctx: Ctx, url: string): Promise<void> {
  const row = { url, changed_at: ctx.now }
  await ctx.own
    .insert('confirmation_addresses', row)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment']).doUpdateSet(row))
    .execute()
}

/** Takes the address of the owner's mode away. */
export async function deleteAddress(ctx: Ctx): Promise<void> {
  await ctx.own.delete('confirmation_addresses').execute()
}

/** Notes that the merchant's server is to be asked about a payment; true when that was not known before. */
export async function insertConfirmation(ctx: Ctx, orderRef: string): Promise<boolean> {
  const inserted = await ctx.own
    .insert('payment_confirmations', {
      order_ref: orderRef,
      request_id: newId(),
      state: 'asking',
      created_at: ctx.now,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_ref')
    .executeTakeFirst()
  return inserted !== undefined
}

/** What is known of the confirmation of a payment; undefined where its merchant's server is not asked. Index: primary key. */
export const findConfirmation = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('payment_confirmations')
    .select(['request_id', 'state', 'reason', 'created_at'])
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()

export interface Decided {
  state: 'capture' | 'void' | 'dropped'
  status: number
  fault: string
  reason: string
  note: string
}

/** Stores a decision, once; false when there is one already. */
export async function storeDecision(ctx: Ctx, orderRef: string, decided: Decided): Promise<boolean> {
  const stored = await ctx.own
    .update('payment_confirmations')
    .set({ ...decided, decided_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('state', '=', 'asking')
    .returning('order_ref')
    .executeTakeFirst()
  return stored !== undefined
}

/** The references of payments that have waited for a decision since before a moment. Index: payment_confirmations_asking. */
export async function listUndecided(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('payment_confirmations')
    .select('order_ref')
    .where('state', '=', 'asking')
    .where('created_at', '<', since)
    .orderBy('created_at')
    .limit(500)
    .execute()
  return rows.map(({ order_ref }) => order_ref)
}
