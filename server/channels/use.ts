import type { Ctx } from '#server/kit/ctx.ts'

/** Whether payments or refunds of a channel are under way, and whether there were any, with those of its borrowers. */
export async function useOf(ctx: Ctx, channelKey: string): Promise<{ is_under_way: boolean; is_used: boolean }> {
  const { merchantId, environment: mode } = ctx.owner
  const [use] = await ctx.tx.query<{ is_under_way: boolean; is_used: boolean }>(
    'select is_under_way, is_used from channel_use($1, $2, $3)',
    [merchantId, mode, channelKey],
  )
  if (!use) throw new Error('a channel outside of the scope')
  return use
}
