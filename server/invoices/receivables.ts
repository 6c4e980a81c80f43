import { sql } from 'kysely'
import { z } from 'zod'
import { bucketOf, receivableBuckets } from '#contract/invoice-list.ts'
import { toMajorSum, type Currency } from '#contract/kit/money.ts'
import { currency, environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { today } from '#server/invoice-store/settings.ts'

/**
 * What is due of open invoices, per currency, by the days since it fell due: what is added up by day and what is not yet, in one
 * statement, so always exact. Indexes: primary keys.
 */
export async function readReceivables(ctx: Ctx) {
  const [day, days] = await Promise.all([today(ctx), dueByDay(ctx)])
  return [...Map.groupBy(days, (one) => one.currency)].map(([code, ofCurrency]) => ({
    currency: code,
    open: sumOf(ofCurrency),
    count: countOf(ofCurrency),
    buckets: receivableBuckets.map((bucket) => {
      const within = ofCurrency.filter((one) => bucketOf(one.due_date, day) === bucket)
      return { bucket, amount: toMajorSum(sumOf(within), code), count: countOf(within) }
    }),
  }))
}

interface DueDay {
  currency: Currency
  due_date: string
  invoices: bigint
  due: bigint
}
const sumOf = (days: readonly DueDay[]): bigint => days.reduce((sum, { due }) => sum + due, 0n)
const countOf = (days: readonly DueDay[]): number => days.reduce((count, { invoices }) => count + Number(invoices), 0)

async function dueByDay({ db, owner: { merchantId, environment: mode } }: Ctx): Promise<DueDay[]> {
  const { rows } = await sql<Omit<DueDay, 'due'> & { due: string }>`
    select currency, due_date, sum(invoices)::bigint as invoices, sum(due_minor)::numeric as due from (
      select currency, due_date, invoices, due_minor from invoice_days
      where merchant_id = ${merchantId} and environment = ${mode}
      union all
      select currency, due_date, invoices, due_minor from invoice_deltas
      where merchant_id = ${merchantId} and environment = ${mode}
    ) as days group by currency, due_date having sum(invoices) <> 0 order by currency, due_date`.execute(db)
  return rows.map((row) => ({ ...row, due: BigInt(row.due) }))
}

/** Takes the deltas of a currency away and adds them to its days, in one transaction: of two at once, one finds none. */
export const rollUpReceivables = job({
  name: 'roll-up-receivables',
  data: z.object({ merchantId: z.uuid(), environment, currency }),
  overdue: {
    key: 'currency',
    list: (ctx) => ctx.own.select('invoice_deltas').select('currency').distinct().execute(),
  },
  async work(ctx, { currency: code }) {
    const oldest = ctx.own.select('invoice_deltas').select('delta_id').where('currency', '=', code)
    const taken = await ctx.own
      .delete('invoice_deltas')
      .where('delta_id', 'in', oldest.orderBy('delta_id').limit(deltasMost))
      .returning(['due_date', 'invoices', 'due_minor'])
      .execute()
    if (taken.length === deltasMost) ctx.enqueue(rollUpReceivables, { currency: code })
    for (const [due_date, deltas] of Map.groupBy(taken, (delta) => delta.due_date).entries()) {
      const sum = (of: 'invoices' | 'due_minor') => deltas.reduce((all, delta) => all + delta[of], 0n)
      const day = { currency: code, due_date, invoices: sum('invoices'), due_minor: String(sum('due_minor')) }
      if (day.invoices === 0n && day.due_minor === '0') continue
      ctx.write(
        ctx.own.insert('invoice_days', day).onConflict((conflict) =>
          conflict.columns(['merchant_id', 'environment', 'currency', 'due_date']).doUpdateSet({
            invoices: sql`invoice_days.invoices + excluded.invoices`,
            due_minor: sql`invoice_days.due_minor + excluded.due_minor`,
          }),
        ),
      )
    }
  },
})
/** That one job takes. */
const deltasMost = 20_000
