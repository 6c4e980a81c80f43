import type { Ctx } from '#server/kit/ctx.ts'
import type { AccountForRemittance } from '#server/remittance-accounts/account-for-remittance.ts'
import { matchesOf } from '#server/screening/screen.ts'

/**
 * Who an account's holder may be by the operator's lists: the name that was compared, with each list and entry. None where the operator has decided
 * about all of them, by letting a settlement go that was held for the same.
 */
export async function undecidedMatches(
  ctx: Ctx,
  { holder, holderParts, nameAtBank }: AccountForRemittance,
): Promise<string[]> {
  const names = [...new Set([holder, holderParts, nameAtBank])].filter((name) => name !== '')
  const found = await matchesOf(ctx, names)
  if (found.length === 0) return []
  const matches = found.map(({ list, entry_id: entry }) => `${names.join(' / ')}: ${list} ${entry}`)
  const decided = await listDecided(ctx)
  return matches.every((one) => decided.has(one)) ? [] : matches
}

/** Index: remittances_screened. */
async function listDecided(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.tx.query<{ one: string }>(
    `select distinct unnest(screening_matches) as one from remittances
     where merchant_id = $1 and environment = $2 and screening_matches <> '{}' and not 'screening' = any (holds)`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  return new Set(rows.map(({ one }) => one))
}
