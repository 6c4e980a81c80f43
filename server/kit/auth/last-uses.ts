import type { Ctx } from '#server/kit/ctx.ts'

/** The last use of each of these credentials of servers, to the minute. Index: primary key. */
export async function lastUses(
  ctx: Ctx,
  credentialIds: readonly string[],
): Promise<Map<string, { used_at: Date; address: string }>> {
  if (credentialIds.length === 0) return new Map()
  const rows = await ctx.own
    .select('credential_uses')
    .select(['credential_id', 'used_at', 'address'])
    .where('credential_id', 'in', credentialIds)
    .execute()
  return new Map(rows.map((row) => [row.credential_id, row]))
}
