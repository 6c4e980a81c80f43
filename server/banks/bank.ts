import type { Bank } from '#contract/banks.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import { shippedBanks } from './shipped-banks.ts'

/** The banks of each country of which there is a list: the operator's in place of what ships. */
export const listBanks = (ctx: Ctx): Promise<Readonly<Record<string, readonly Bank[]>>> =>
  memo(ctx, 'banks', async () => {
    const loaded = await ctx.db.selectFrom('bank_lists').select(['country', 'banks']).execute()
    return { ...shippedBanks, ...Object.fromEntries(loaded.map(({ country, banks }) => [country, banks])) }
  })
