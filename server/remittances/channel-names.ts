import type { Ctx } from '#server/kit/ctx.ts'

/** The names of the merchant's channels by key. */
export async function channelNames(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await ctx.own.select('payment_channels').select(['channel_key', 'name']).execute()
  return new Map(rows.map(({ channel_key, name }) => [channel_key, name]))
}
