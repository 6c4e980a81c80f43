import type { Funnel } from '#contract/funnel.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { piecesOf, type Stretch } from '#server/rollups/pieces.ts'

interface Asked {
  merchants: string[]
  environment: Environment
  /** Null for all. */
  currency: string | null
}
interface StepSum {
  currency: Currency
  step: 'made' | 'opened' | 'started' | 'paid'
  /** A power of 1.1 seconds; -1 where the time since the step before is not known. */
  band: number
  links: number
}

/**
 * How far the links get that were made in a stretch of time, each currency on its own, the one with most links first. Guarantee: the
 * numbers are exact in the snapshot of one statement, and medians to within a twentieth.
 */
export async function funnelOf(ctx: Ctx, asked: Asked, stretch: Stretch): Promise<Funnel[]> {
  const sums = await stepSums(ctx, asked, stretch)
  const funnels = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, rows]) => {
    const of = (step: StepSum['step']) => rows.filter((row) => row.step === step)
    return {
      currency,
      made: linksIn(of('made')),
      opened: linksIn(of('opened')),
      started: linksIn(of('started')),
      paid: linksIn(of('paid')),
      seconds_to_open: medianOf(of('opened')),
      seconds_to_start: medianOf(of('started')),
      seconds_to_pay: medianOf(of('paid')),
    }
  })
  return funnels.toSorted((a, b) => b.made - a.made)
}

const linksIn = (rows: readonly StepSum[]) => rows.reduce((all, { links }) => all + links, 0)

/** Seconds; null where no time is known. */
function medianOf(rows: readonly StepSum[]): number | null {
  const known = rows.filter(({ band }) => band >= 0).toSorted((a, b) => a.band - b.band)
  let left = Math.ceil(linksIn(known) / 2)
  const middle = known.find(({ links }) => (left -= links) <= 0)
  return middle ? Math.round(1.1 ** middle.band - 1) : null
}

/**
 * Links by step and band: whole days (UTC) by the sums and the deltas not yet added to them, the rest by the links themselves.
 * Indexes: link_days_pkey, link_deltas_pkey, payment_links_newest.
 */
async function stepSums(ctx: Ctx, { merchants, environment, currency }: Asked, stretch: Stretch): Promise<StepSum[]> {
  if (stretch.from >= stretch.to) return []
  const counted = await countedOf(ctx, merchants)
  const others = merchants.filter((id) => !counted.includes(id))
  const { days, raw } = piecesOf(stretch, 'UTC', { days: true, hours: false })
  const values: unknown[] = [environment]
  const value = (given: unknown) => `$${values.push(given)}`
  const filter = currency === null ? '' : ` and currency = ${value(currency)}`
  const part = (table: string, whose: string[], column: string, { from, to }: { from: unknown; to: unknown }) => `
    select currency, step, band, links from ${table} where merchant_id = any (${value(whose)}::uuid[]) and environment = $1
      and ${column} >= ${value(from)} and ${column} < ${value(to)}${filter}`
  const parts = [
    ...(days && counted.length > 0
      ? ['link_days', 'link_deltas'].map((table) => part(table, counted, 'day', days))
      : []),
    ...(counted.length > 0 ? raw.map((piece) => part('link_steps', counted, 'created_at', piece)) : []),
    ...(others.length > 0 ? [part('link_steps', others, 'created_at', stretch)] : []),
  ]
  ctx.tx.planForEach()
  const rows = await ctx.tx.query<Omit<StepSum, 'links'> & { links: string }>(
    `select currency, step, band, sum(links)::text as links from (${parts.join(' union all ')}) as parts
     group by currency, step, band having sum(links) <> 0`,
    values,
  )
  return rows.map(({ links, ...row }) => ({ ...row, links: Number(links) }))
}

/** The merchants whose days are whole. They stay so, so the answer holds for the statements that follow. */
async function countedOf(ctx: Ctx, merchants: readonly string[]): Promise<string[]> {
  const rows = await ctx.tx.query<{ merchant_id: string }>(
    'select merchant_id from link_counts where merchant_id = any ($1::uuid[]) and environment = $2',
    [merchants, ctx.owner.environment],
  )
  return rows.map(({ merchant_id }) => merchant_id)
}
