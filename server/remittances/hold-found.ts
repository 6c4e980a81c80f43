import type { Ctx } from '#server/kit/ctx.ts'
import type { Finding } from '#server/ledger/verify.ts'
import { changeRemittance } from './move.ts'
import { hold } from './quote.ts'
import { lockRemittance } from './rows.ts'

/** Holds the settlements that a finding names and that are not sent yet, until the operator ends it. One found again changes nothing. */
export async function holdFound(ctx: Ctx, { detail }: Pick<Finding, 'detail'>): Promise<void> {
  for (const ref of await listNamed(ctx, detail)) {
    const row = await lockRemittance(ctx, ref)
    if (row?.status === 'Calculated') await hold(ctx, row, [{ hold: 'proof', until: null }])
    if (row?.status === 'On Hold' && !row.holds.includes('proof'))
      await changeRemittance(ctx, row, { holds: [...row.holds, 'proof'] })
  }
}

/** Index: remittances_under_way. */
async function listNamed(ctx: Ctx, detail: string): Promise<string[]> {
  const rows = await ctx.tx.query<{ ref: string }>(
    `select settlement_ref as ref from remittances where merchant_id = $1 and environment = $2 and status in ('Calculated', 'On Hold')
       and strpos($3, settlement_ref) > 0 order by 1`,
    [ctx.owner.merchantId, ctx.owner.environment, detail],
  )
  return rows.map(({ ref }) => ref)
}
