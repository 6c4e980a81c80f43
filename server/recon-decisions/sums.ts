import { sql } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import type { ExceptionSum, sumReconExceptions } from '#contract/recon-exceptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { exactOf, exactText, type Exact } from '#server/recon-files/read/exact.ts'
import { conditionsOf } from './exceptions.ts'

/** What the exceptions that fit come to. Fees and tax differ in the currency in which they were charged. Index: recon_outcomes_open. */
export async function sumExceptions(ctx: Ctx, asked: Input<typeof sumReconExceptions>['body']): Promise<ExceptionSum[]> {
  let found = ctx.own
    .select('recon_outcomes')
    .select([
      sql<string>`coalesce(nullif(currency, ''), net_currency)`.as('of'),
      sql<string>`coalesce(nullif(net_currency, ''), currency)`.as('charged_in'),
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<string>`cast(sum(coalesce(gross, net, 0)) as text)`.as('amount'),
      sql<string>`cast(sum(amount_off) as text)`.as('amount_off'),
      sql<string>`cast(sum(fee_off + tax_off) as text)`.as('charge_off'),
    ])
    .groupBy(['of', 'charged_in'])
  for (const condition of await conditionsOf(ctx, asked)) found = found.where(condition)
  const sums = new Map<string, { count: number; amount: Exact; difference: Exact }>()
  const add = (currency: string, count: number, amount: Exact, difference: Exact) => {
    const sum = sums.get(currency) ?? { count: 0, amount: 0n, difference: 0n }
    sums.set(currency, { count: sum.count + count, amount: sum.amount + amount, difference: sum.difference + difference })
  }
  for (const row of await found.execute()) {
    add(row.of, row.count, exact(row.amount), exact(row.amount_off))
    if (exact(row.charge_off) !== 0n) add(row.charged_in, 0, 0n, exact(row.charge_off))
  }
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, { count, amount, difference }]) => ({ currency, count, amount: exactText(amount), difference: exactText(difference) }))
} // prettier-ignore
const exact = (text: string): Exact => exactOf(text) ?? 0n
