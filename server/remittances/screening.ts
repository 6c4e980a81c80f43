import type { Ctx } from '#server/kit/ctx.ts'
import type { AccountForRemittance } from '#server/remittance-accounts/account-for-remittance.ts'
import { matchesOf } from '#server/screening/screen.ts'

/**
 * Who an account's holder may be by the operator's lists, but for those about whom the operator has decided: a settlement that was held for the
 * same name and entry was let go. Each is the name that was compared, with the list and its entry.
 */
export async function uncleared(
  ctx: Ctx,
  { holder, holderParts, nameAtBank }: AccountForRemittance,
): Promise<string[]> {
  const names = [...new Set([holder, holderParts, nameAtBank])].filter((name) => name !== '')
  const found = await matchesOf(ctx, names)
  if (found.length === 0) return []
  const cleared = await listCleared(ctx)
  return found
    .map((match) => `${names.join(' / ')}: ${match.list} ${match.entry_id}`)
    .filter((one) => !cleared.has(one))
}

/** Index: remittances_screened. */
async function listCleared(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.tx.query<{ one: string }>(
    `select distinct unnest(screening_matches) as one from remittances
     where merchant_id = $1 and environment = $2 and screening_matches <> '{}' and not 'screening' = any (holds)`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  return new Set(rows.map(({ one }) => one))
}
