import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Does something as another merchant in the same transaction, with the same actor, and comes back. Who calls has made sure
 * that it may: the tie between the two was read in this transaction, or the merchant is being made.
 */
export async function within<T>(ctx: Ctx, merchantId: string, work: (own: Ctx) => Promise<T>): Promise<T> {
  const result = await work(await ctx.enter({ merchantId, environment: ctx.owner.environment }))
  await ctx.enter(ctx.owner)
  return result
}
