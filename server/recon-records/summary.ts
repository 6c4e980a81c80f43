import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { summaryAmounts, summaryCounts, type ReconSummaryRow, type summariseRecon } from '#contract/recon-summaries.ts'
import { reconDaysOf, statusesInMatch, typesChosen } from '#contract/recon-dashboard-shapes.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findReconciled } from '#server/recon-sources/shown.ts'
import { listSources } from '#server/recon-sources/sources.ts'
import { listPairRows, type PairRow } from './answers.ts'
import { narrowed, withinDays } from './conditions.ts'
import { sumsOf } from './sums.ts'

type Asked = Input<typeof summariseRecon>['body']

/** What came of the days by day or by provider, of the pairs of payments and settlements. Reads day sums. */
export async function summarise(ctx: Ctx, asked: Asked, by: 'day' | 'provider'): Promise<ReconSummaryRow[]> {
  const pairs = await answeredPairs(ctx, asked.payment_channel_key)
  if (pairs.length === 0) return []
  const { time_zone } = await merchantOf(ctx)
  const days = reconDaysOf(asked, time_zone)
  const currency = asked.currency ? [asked.currency] : []
  const source = { msm_ids: pairs.map(({ msm_id }) => msm_id), asOfRun: null }
  const sums = sumsOf(ctx, source, asked.by ?? 'transaction', (day) => withinDays(day, days))
  // Both kinds of currency have a row of their own, so the narrowing comes after.
  const found = sql<ReconSummaryRow>`
    with own as (select s.*, p.key as provider from (${sums}) s
        join unnest(${pairs.map(({ msm_id }) => msm_id)}::integer[], ${pairs.map(({ channel }) => channel)}::text[]) p (id, key) on p.id = s.msm_id),
      parts as (select ${keyOf(by)} as key, currency, ${sql.raw(ofPayments)} from own group by 1, 2
        union all select ${keyOf(by)}, fee_currency, ${sql.raw(ofCharges)} from own group by 1, 2)
    select key, currency, ${by === 'day' ? sql`key` : sql`''`} as date, ${sql.raw(added)} from parts
    where ${sql.join([sql`true`, ...narrowed({ currency })], sql` and `)}
    group by key, currency having ${sql.raw(says)} order by key ${sql.raw(by === 'day' ? 'desc' : 'asc')}, currency`
  return (await found.execute(ctx.db)).rows
}

const keyOf = (by: 'day' | 'provider') => (by === 'day' ? sql`day::text` : sql`provider`)

/**
 * Pairs of payments and settlements of a channel that have an answer. Lines that several sources are compared with count once: with the source
 * that knows most transactions. Throws `reconInProgress` where none of some has an answer.
 */
export async function answeredPairs(ctx: Ctx, channelKey: string | undefined) {
  if (channelKey !== undefined) await findReconciled(ctx, channelKey)
  const sources = new Map((await listSources(ctx)).map((source) => [source.data_source, source]))
  const channelOf = (source: string) => sources.get(source)?.channel_key ?? ''
  const pairs = (await listPairRows(ctx))
    .filter(({ leg }) => leg === 'settlement')
    .map((pair) => ({ ...pair, channel: channelOf(pair.source_b) || channelOf(pair.source_a) || pair.source_b }))
    .filter(({ channel }) => channelKey === undefined || channel === channelKey)
  const answered = pairs.filter(({ answer_run }) => answer_run > 0)
  if (pairs.length > 0 && answered.length === 0) throw new Fault('reconInProgress')
  const known = await transactionsOf(ctx, answered)
  const most = (of: typeof answered) => of.toSorted((a, b) => (known.get(b.msm_id) ?? 0) - (known.get(a.msm_id) ?? 0))[0]
  return [...Map.groupBy(answered, ({ source_b }) => source_b).values()].flatMap((of) => most(of) ?? [])
} // prettier-ignore

/** How many transactions each of some pairs compares. Index: primary key of recon_sums. */
async function transactionsOf(ctx: Ctx, pairs: readonly PairRow[]): Promise<ReadonlyMap<number, number>> {
  const sources = new Set(pairs.map(({ source_b }) => source_b))
  if (sources.size === pairs.length) return new Map()
  const rows = await ctx.own
    .select('recon_sums')
    .select(['msm_id', sql<number>`sum(records)::integer`.as('records')])
    .where('msm_id', 'in', pairs.map(({ msm_id }) => msm_id))
    .where('by', '=', 'transaction')
    .where('side', '=', 'a')
    .groupBy('msm_id')
    .execute()
  return new Map(rows.map(({ msm_id, records }) => [msm_id, records]))
} // prettier-ignore

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')
const [payments, refunds] = [texts(typesChosen.payment), texts(typesChosen.refund)]
const money = `type in (${payments}, ${refunds})`
const inMatch = `status in (${texts(statusesInMatch)})`
const [ours, theirs] = [`side = 'a' and ${money}`, `side = 'b' and ${money}`]
const sumWhere = (what: string, where: string) => `coalesce(sum(${what}) filter (where ${where}), 0)`

/**
 * Of payments and refunds in their currency. What matches is settled at what the provider says of it, which is our amount and the difference,
 * kept with the record that stands for the match: so the two sides are equal on each day, though lines have days of their own.
 */
const payment: Partial<Record<Name, string>> = {
  count: sumWhere('records', ours),
  total_amount: sumWhere('gross', ours),
  trans: sumWhere('gross', `side = 'a' and type in (${payments})`),
  refund: sumWhere('-gross', `side = 'a' and type in (${refunds})`),
  miss_match: sumWhere('amount_off - tolerated', ours),
  tolerance: sumWhere('tolerated', ours),
  settlement: sumWhere('gross + amount_off', `${ours} and ${inMatch}`),
  unSettlement: sumWhere('gross', `${ours} and not ${inMatch}`),
  missing_in_transactions: sumWhere('gross', `${theirs} and not ${inMatch}`),
}
/** Of what the lines say in the currency in which they are paid out. */
const charge: Partial<Record<Name, string>> = {
  settled_count: sumWhere('records', `${theirs} and ${inMatch}`),
  other_adjustments: sumWhere('net', `side = 'b' and not ${money} and type <> 'payout'`),
  fee_deduction: sumWhere('fee + tax + passed_on', `${theirs} and ${inMatch}`),
  fee_amount: sumWhere('fee', `${theirs} and ${inMatch}`),
  tax_amount: sumWhere('tax', `${theirs} and ${inMatch}`),
  passed_on_amount: sumWhere('passed_on', `${theirs} and ${inMatch}`),
  expected_fee: sumWhere('expected_charges', `${theirs} and ${inMatch}`),
  fee_count: sumWhere('planned', `${theirs} and ${inMatch}`),
  fee_miss_match: sumWhere('fee + tax - expected_charges', `${theirs} and mismatches && '{fee,tax}'`),
  fee_miss_match_count: sumWhere('records', `${theirs} and mismatches && '{fee,tax}'`),
}
type Name = keyof typeof summaryAmounts | keyof typeof summaryCounts
const names = [...Object.keys(summaryCounts), ...Object.keys(summaryAmounts)] as Name[]
const ofPayments = names.map((name) => `${payment[name] ?? '0'} as "${name}"`).join(', ')
const ofCharges = names.map((name) => `${charge[name] ?? '0'} as "${name}"`).join(', ')
const added = names
  .map(
    (name) =>
      (name in summaryCounts ? `sum("${name}")::integer` : `trim_scale(sum("${name}"))::text`) + ` as "${name}"`,
  )
  .join(', ')
const says = names.map((name) => `sum("${name}") <> 0`).join(' or ')
