import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post } from '#server/ledger/post.ts'

/** Of some records those that a closed settlement has left in suspense. Index: settlement_differences_open. */
export async function inSuspense(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await ctx.tx.query<{ key: string }>(
    `select distinct key from settlement_differences
     where merchant_id = $1 and environment = $2 and key = any ($3::text[]) and key <> '' and ended_by = ''`,
    [ctx.owner.merchantId, ctx.owner.environment, [...keys]],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Takes the differences of some records out of suspense after their settlement was closed, in the caller's transaction: each amount is
 * posted once as written off. A record that left nothing in suspense is passed over. Returns how many were open.
 */
export async function writeOffClosed(ctx: Ctx, decisionId: string, keys: readonly string[]): Promise<number> {
  const ended = await ctx.tx.query<{ settlement_id: string; currency: string; amount_minor: bigint }>(
    `update settlement_differences set ended_by = $3
     where merchant_id = $1 and environment = $2 and key = any ($4::text[]) and key <> '' and ended_by = ''
     returning settlement_id, currency, amount_minor`,
    [ctx.owner.merchantId, ctx.owner.environment, `recon-decision:${decisionId}`, [...keys]],
  )
  const all = Map.groupBy(ended, ({ settlement_id, currency }) => `${settlement_id}:${currency}`)
  for (const [of, rows] of [...all].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [{ settlement_id: id, currency } = { settlement_id: '', currency: '' }] = rows
    const amountMinor = rows.reduce((sum, row) => sum + BigInt(row.amount_minor), 0n)
    if (amountMinor === 0n) continue
    post(ctx, {
      kind: 'settlement.decided',
      businessKey: `recon-decision:${decisionId}:${of}`,
      objectType: 'settlement',
      objectRef: id,
      currency: currency as Currency,
      lines: [
        { account: accounts.reconSuspense, amountMinor: -amountMinor },
        { account: accounts.reconWriteOff, amountMinor },
      ],
    })
  }
  return ended.length
}
