import type { Period } from '#contract/analytics-questions.ts'
import type { Output } from '#contract/kit/call.ts'
import type { Currency } from '#contract/kit/money.ts'
import { startOfDay } from '#contract/kit/zoned-day.ts'
import { endedStates, type PaymentState } from '#contract/payment-states.ts'
import type {
  readSalesAbroad,
  readSalesAbroadPies,
  readSalesAbroadStacks,
  salesGroups,
} from '#contract/remittance-dashboard.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import { barAt, barsOf } from '#server/analytics/bars.ts'
import { averageOf } from '#server/analytics/charts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asked } from '#server/rollups/asked.ts'
import type { Stretch } from '#server/rollups/pieces.ts'
import { salesOf, shownIn, type Sale, type Shown } from './sales.ts'
import { waitingOf } from './waiting.ts'

type Tiles = Output<typeof readSalesAbroad>

/** The figures of the tiles. */
export async function tilesOf(ctx: Ctx, asked: Asked, stretch: Stretch, compared: Stretch | null): Promise<Tiles> {
  const now = await salesOf(ctx, asked, stretch)
  const before = compared && (await salesOf(ctx, asked, compared))
  const shown = await shownIn(ctx, asked, [...now, ...(before ?? [])])
  const { credit_amount } = await waitingOf(ctx)
  return {
    txn_stats: figuresOf(now, shown),
    compared: before && figuresOf(before, shown),
    rates: newestOf(now, shown),
    currencies: await sourceCurrencies(ctx, asked, stretch, now),
    PSP_SETTLED: { currency: baseCurrency, credit_amount },
    next_settlement: await nextOf(ctx),
    remitted: await remittedIn(ctx, stretch),
    reserve: { currency: baseCurrency, balance: await reserveOf(ctx) },
  }
}

function figuresOf(sales: readonly Sale[], shown: Shown): Output<typeof readSalesAbroad>['txn_stats'] {
  const of = (states: readonly PaymentState[]) => sales.filter(({ status }) => states.includes(status))
  const countOf = (some: readonly Sale[]) => some.reduce((sum, { count }) => sum + count, 0)
  const paid = of(['Success'])
  const [volume, count, ended] = [shown.sum(paid), countOf(paid), countOf(of(endedStates))]
  return {
    currency: shown.currency,
    volume,
    count,
    average_order_value: averageOf({ volume, count }),
    attempts: countOf(sales),
    success_rate: ended === 0 ? null : count / ended,
    without_rate: shown.withoutRate(paid),
  }
}

/** By which rates the sales of the stretch are shown. */
function newestOf(sales: readonly Sale[], { rateOf }: Shown): Tiles['rates'] {
  let newest: ReturnType<typeof rateOf>
  for (const { currency, day } of sales) {
    const used = rateOf(currency, day)
    if (used && used.source !== 'same' && (!newest || used.day > newest.day)) newest = used
  }
  return { source: newest?.source ?? '', newest_day: newest?.day ?? null }
}

/** All source currencies of the stretch, so that another can be chosen. */
async function sourceCurrencies(ctx: Ctx, asked: Asked, stretch: Stretch, now: readonly Sale[]): Promise<Currency[]> {
  const sales = asked.currency === null ? now : await salesOf(ctx, { ...asked, currency: null }, stretch)
  const counts = new Map<Currency, number>()
  for (const { currency, count } of sales) counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([currency]) => currency)
}

/** The settlements that are cut next, with what they would come to. Index: remittances_open. */
async function nextOf(ctx: Ctx): Promise<Tiles['next_settlement']> {
  const rows = await ctx.own
    .select('remittances')
    .select(['settlement_ref', 'source_currency', 'destination_currency', 'period_to'])
    .where('status', '=', 'Open')
    .orderBy('period_to')
    .orderBy('source_currency')
    .execute()
  const [first] = rows
  if (!first) return null
  const next = rows.filter(({ period_to }) => period_to === first.period_to)
  const { parts } = await waitingOf(ctx)
  const waiting = next.map(({ source_currency }) => parts.find((part) => part.source_currency === source_currency))
  const isKnown = waiting.every((part) => part === undefined || part.in_base !== null)
  return {
    settlement_ref: first.settlement_ref,
    source_currency: first.source_currency,
    destination_currency: first.destination_currency as Currency,
    period_to: first.period_to,
    base_currency: baseCurrency,
    estimate_bc: isKnown ? waiting.reduce((sum, part) => sum + (part?.in_base ?? 0n), 0n) : null,
    settlements: next.length,
  }
}

/** What was transferred in a stretch. Index: remittances_remitted. */
const remittedIn = (ctx: Ctx, { from, to }: Stretch): Promise<Tiles['remitted']> =>
  ctx.tx.query<Tiles['remitted'][number]>(
    `select destination_currency as currency, sum(net_amount_transferred_dc)::bigint as amount, count(*)::integer as settlements
     from remittances where merchant_id = $1 and environment = $2 and status = 'Remitted' and remitted_at >= $3 and remitted_at < $4
       and net_amount_transferred_dc > 0
     group by 1 order by 3 desc, 1`,
    [ctx.owner.merchantId, ctx.owner.environment, from, to],
  )

async function reserveOf(ctx: Ctx): Promise<bigint> {
  const row = await ctx.own
    .select('reserves')
    .select('balance_minor')
    .where('currency', '=', baseCurrency)
    .executeTakeFirst()
  return row?.balance_minor ?? 0n
}

/** Succeeded sales by one of their properties, largest volume first. */
export async function slicesOf(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  groupby: (typeof salesGroups)[number],
): Promise<Output<typeof readSalesAbroadPies>> {
  const sales = await salesOf(ctx, asked, stretch, { by: groupby, status: 'Success' })
  const shown = await shownIn(ctx, asked, sales)
  const groups = Map.groupBy(sales, ({ group }) => group)
  const slices = [...groups].map(([key, some]) => ({
    key,
    currency: shown.currency,
    volume: shown.sum(some),
    count: some.reduce((sum, { count }) => sum + count, 0),
  }))
  return { groupby, slices: slices.toSorted((one, other) => Number(other.volume - one.volume)) }
}

/** All attempts over time by state. */
export async function stacksOf(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  period: Period,
): Promise<Output<typeof readSalesAbroadStacks>> {
  const bars = barsOf(stretch, period, asked.zone.name)
  const grain = period === 'hours' ? 'hour' : 'day'
  const sales = await salesOf(ctx, asked, stretch, { grain })
  const shown = await shownIn(ctx, asked, sales)
  const beginOf = (at: string) => (grain === 'hour' ? new Date(Number(at) * 1_000) : startOfDay(at, asked.zone.name))
  const places = new Map([...new Set(sales.map(({ at }) => at))].map((at) => [at, barAt(bars, beginOf(at))]))
  const stacks = Map.groupBy(sales, ({ at, status }) => `${places.get(at)} ${status}`)
  const chartData = [...stacks].map(([key, some]) => ({
    at: bars[Number(key.split(' ')[0])] as Date,
    currency: shown.currency,
    status: (some[0] as Sale).status,
    volume: shown.sum(some),
    count: some.reduce((sum, { count }) => sum + count, 0),
  }))
  return { chartData, bars, to: stretch.to, period }
}
