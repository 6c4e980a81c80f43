import type { Ctx } from '#server/kit/ctx.ts'

/** A payment with its row locked until the commit, so that of two wishes at once the second sees the first. */
export const lockToFinish = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('payments')
    .select(['order_ref', 'status', 'finish', 'amount_minor', 'currency'])
    .where('order_ref', '=', orderRef)
    .forUpdate()
    .executeTakeFirst()

/** Notes what is to become of an authorised payment; empty takes the wish back, as the provider refused it. */
export async function setFinish(ctx: Ctx, orderRef: string, finish: 'capture' | 'void' | ''): Promise<void> {
  await ctx.own
    .update('payments')
    .set({ finish, finish_asked_at: null, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('status', '=', 'Authorized')
    .execute()
}

/** Records that the provider is being told, before it is. */
export async function markFinishAsked(ctx: Ctx, orderRef: string): Promise<void> {
  await ctx.own
    .update('payments')
    .set({ finish_asked_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('finish_asked_at', 'is', null)
    .execute()
}

/** How often the provider has refused to capture a payment. Index: primary key. */
export async function countRefusedCaptures(ctx: Ctx, orderRef: string): Promise<number> {
  const refused = await ctx.own
    .select('timeline')
    .select('entry_id')
    .where('object_type', '=', 'payment')
    .where('object_ref', '=', orderRef)
    .where('event', '=', captureRefused)
    .execute()
  return refused.length
}
/** The event of a payment's timeline that says so. */
export const captureRefused = 'capture_refused'

/** The references of authorised payments to capture or release that have not changed since a moment. Index: payments_to_finish. */
export async function listToFinish(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('finish', '<>', '')
    .where('status', '=', 'Authorized')
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .limit(500)
    .execute()
  return rows.map(({ order_ref }) => order_ref)
}
