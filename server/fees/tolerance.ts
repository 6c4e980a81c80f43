import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** How far a charge of a channel may be off, a decimal text of major units. */
export async function toleranceOfChannel(ctx: Ctx, channelKey: string): Promise<string> {
  const row = await ctx.own
    .select('fee_tolerances')
    .select('tolerance')
    .where('channel_key', '=', channelKey)
    .executeTakeFirst()
  return row?.tolerance ?? '0'
}

export async function saveTolerance(ctx: Ctx, channelKey: string, tolerance: number): Promise<void> {
  const before = Number(await toleranceOfChannel(ctx, channelKey))
  const row = { tolerance: String(tolerance), updated_at: ctx.now, updated_by: ctx.actor.name }
  await ctx.own
    .insert('fee_tolerances', { channel_key: channelKey, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'channel_key']).doUpdateSet(row))
    .execute()
  ctx.auditSubject(channelKey, changesFrom({ tolerance: before }, { tolerance }))
}
