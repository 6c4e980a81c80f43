import type { Output } from '#contract/kit/call.ts'
import { scopesInForce } from '#contract/given-scopes.ts'
import type { listServerKeys } from '#contract/server-keys.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lastUses } from '#server/kit/auth/last-uses.ts'
import { rolesOfMakers, type KeyRow } from './queries.ts'

/** The wire form of keys: with the scopes that their makers' rights leave them, and their last use. */
export async function shownKeys(ctx: Ctx, rows: readonly KeyRow[]): Promise<Output<typeof listServerKeys>> {
  const ids = rows.map((row) => row.key_id)
  const [roles, uses] = await Promise.all([rolesOfMakers(ctx, ids), lastUses(ctx, ids)])
  return rows.map((row) => {
    const { maker_name: maker, maker_id: _, maker_merchant_id: __, days: ___, ...shown } = row
    const used = uses.get(row.key_id)
    return {
      ...shown,
      maker,
      scopes_in_force: scopesInForce(row.scopes, roles.get(row.key_id) ?? []),
      last_used_at: used?.used_at ?? null,
      last_used_from: used?.address ?? '',
    }
  })
}
