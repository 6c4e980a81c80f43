import type { FeeType } from '#contract/fee-shapes.ts'
import type { RecordType } from '#contract/recon-records.ts'
import { plansFor, type Plan } from '#server/fees/plan.ts'
import { listPlans, planOfRow } from '#server/fees/plan-rows.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'
import { exact } from './comparable-rows.ts'
import type { Run } from './run.ts'

/** Working days until a transaction without a plan should be settled. */
const daysWithoutPlan = 5
const typeOfPlan: Partial<Record<RecordType, FeeType>> = {
  payment: 'payment',
  refund: 'refund',
  refund_reversal: 'refund',
  chargeback: 'chargeback',
  chargeback_reversal: 'chargeback',
}
type PlanWithDays = Plan & { days: number }

/** Says until when each transaction without a line is due: `work_terms` by what plans are chosen by, and `work_due` by day. */
export async function workOutDue(run: Run): Promise<void> {
  const { ctx, sources, leg } = run
  const plans =
    leg === 'bank'
      ? []
      : (await listPlans(ctx, sources.a.channel_key || sources.b.channel_key)).map((row) => ({ ...planOfRow(row), days: row.settlement_days }))
  await termsOf(run, plans)
  await dueDays(run, [...new Set([daysWithoutPlan, ...plans.map(({ days }) => days)])])
} // prettier-ignore

/** What plans are chosen by, of each transaction without a line. Amounts and times are told apart only where a plan does so. */
async function termsOf({ ctx }: Run, plans: readonly PlanWithDays[]): Promise<void> {
  const isByAmount = plans.some(({ amountFrom, amountTo }) => amountFrom !== null || amountTo !== null)
  const turns = plans.flatMap(({ validFrom, validTo }) => [validFrom, validTo].flatMap((at) => (at === null ? [] : [at.getTime() / 1_000])))
  await ctx.tx.query(
    `create temporary table work_chosen on commit drop as
     select r.n, r.at, dense_rank() over (order by r.type, r.method, r.unit, r.country, width_bucket(extract(epoch from r.at)::float8, $1::float8[]),
       case when $2::boolean then abs(r.amount) end)::integer as term
     from work_records r where r.side = 'a' and r.kind <> '' and not exists (select 1 from work_links k where k.n = r.n)`,
    [turns.toSorted((one, other) => one - other), isByAmount],
  )
  await ctx.tx.query('analyze work_chosen (n, term)', [])
  const terms = await ctx.tx.query<Term>(
    `select distinct on (c.term) c.term, r.type, r.method, r.unit, r.country, abs(r.amount)::text as gross, r.at
     from work_chosen c join work_records r on r.n = c.n order by c.term, c.n`,
    [],
  )
  const days = terms.map((term) => chosen(term, plans)?.days ?? daysWithoutPlan)
  await ctx.tx.query(
    `create temporary table work_terms on commit drop as select * from unnest($1::integer[], $2::integer[]) t (term, days)`,
    [terms.map(({ term }) => term), days],
  )
} // prettier-ignore
interface Term {
  term: number
  type: RecordType
  method: string
  unit: string
  country: string
  gross: string
  at: Date | null
}

function chosen({ type, method, unit, country, gross, at }: Term, plans: readonly PlanWithDays[]): PlanWithDays | undefined {
  const planned = typeOfPlan[type]
  if (planned === undefined || at === null) return undefined
  const amount = exact(gross)
  const found = plansFor(plans, { type: planned, method, subType: '', gross: amount, currency: unit, netCurrency: unit, settled: amount, country, months: null, at })
  return found[0] as PlanWithDays | undefined
} // prettier-ignore

/** The day that is so many working days after each day on which something happened. */
async function dueDays({ ctx }: Run, terms: readonly number[]): Promise<void> {
  const calendar = await workingDays(ctx)
  const days = await ctx.tx.query<{ day: string }>(
    `select distinct due_from as day from work_records where due_from is not null and kind <> ''`,
    [],
  )
  const all = days.flatMap(({ day }) => terms.map((term) => ({ day, term, due: calendar.after(day, term) })))
  await ctx.tx.query(
    `create temporary table work_due on commit drop as select * from unnest($1::date[], $2::integer[], $3::date[]) d (day, days, due)`,
    [all.map(({ day }) => day), all.map(({ term }) => term), all.map(({ due }) => due)],
  )
  await ctx.tx.query('analyze work_due', [])
}
