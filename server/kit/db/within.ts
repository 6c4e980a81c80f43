import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Runs work as another merchant in the same transaction with the same actor, then restores the scope. The caller must
 * have checked that this is allowed: the tie between the two merchants was read in this transaction, or the merchant is
 * being created.
 */
export async function within<T>(ctx: Ctx, merchantId: string, work: (own: Ctx) => Promise<T>): Promise<T> {
  const result = await work(await ctx.enter({ merchantId, environment: ctx.owner.environment }))
  await ctx.enter(ctx.owner)
  return result
}
