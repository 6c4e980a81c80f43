import { z } from 'zod'
import { numberSeries, type NumberSeries } from '#contract/invoice-numbers.ts'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'

/** Looks for numbers of a stem that nothing has and nobody has declared a gap, among those since the last look. */
export const checkNumbers = job({
  name: 'check-invoice-numbers',
  data: z.object({ merchantId: z.uuid(), environment, series: z.enum(numberSeries), stem: z.string() }),
  overdue: {
    key: 'stem',
    list: (ctx) =>
      ctx.own
        .select('invoice_series')
        .select(['series', 'stem'])
        .where(({ eb, ref }) => eb('checked', '<', ref('counter')))
        .limit(500)
        .execute(),
  },
  async work(ctx, { series, stem }) {
    const { missing, checked } = await missingNumbers(ctx, series, stem)
    ctx.write(ctx.own.update('invoice_series').set({ checked }).where('series', '=', series).where('stem', '=', stem))
    for (const counter of missing) {
      const { merchantId } = ctx.owner
      ctx.services.log.fatal({ merchantId, series, stem, counter: String(counter) }, 'a number is missing')
      await notify(
        ctx,
        'ledger_alarm',
        { invariant: 'numbers of invoices have no gap' },
        { once: `${series} ${stem} ${counter}` },
      )
    }
  },
})

/** By hand: one statement, so that counters and what has them are as of one moment. Indexes: invoices_drawn_once, credit_notes_drawn_once. */
async function missingNumbers(ctx: Ctx, series: NumberSeries, stem: string) {
  const table = series === 'invoice' ? 'invoices' : 'credit_notes'
  const { merchantId, environment: mode } = ctx.owner
  const [row] = await ctx.tx.query<{ missing: bigint[] | null; checked: bigint }>(
    `select least(s.counter, s.checked + ${lookedAt}) as checked, array(
       select n from generate_series(s.checked + 1, least(s.counter, s.checked + ${lookedAt})) as n
       where not exists (
         select 1 from ${table} i where i.merchant_id = $1 and i.environment = $2 and i.stem = $4 and i.counter = n
       ) and not exists (
         select 1 from invoice_gaps g where g.merchant_id = $1 and g.environment = $2 and g.series = $3 and g.stem = $4
           and n between g.first and g.last
       ) order by n limit 10) as missing
     from invoice_series s where s.merchant_id = $1 and s.environment = $2 and s.series = $3 and s.stem = $4`,
    [merchantId, mode, series, stem],
  )
  return { missing: row?.missing ?? [], checked: row?.checked ?? 0n }
}
/** Numbers of one look. */
const lookedAt = 20_000
