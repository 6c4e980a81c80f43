import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { numberOf, placeOf, type NumberPlace, type NumberSeries } from '#contract/invoice-numbers.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { placeIn, today } from './settings.ts'

/** A number with its place in its series. */
export interface Drawn {
  number: string
  stem: string
  counter: bigint
  /** When it was drawn: not before the number ahead of it. */
  at: Date
}

/**
 * Draws the next number of a series for something with this date. The series' row is locked until the commit, so the numbers of
 * committed transactions have no gap and follow the order of issue; a rolled back one gives its number back. Draw it last: others
 * of the merchant wait for it. A number that an invoice was given before there was such a pattern is passed over.
 */
export async function drawNumber(ctx: Ctx, series: NumberSeries, day: Day): Promise<Drawn> {
  const place = await placeIn(ctx, series, day)
  for (;;) {
    const { counter, last_at: at, taken } = await next(ctx, series, place)
    const drawn = { number: numberOf(place, counter), stem: place.stem, counter, at }
    if (!taken) return drawn
    ctx.write(ctx.own.insert('invoice_gaps', { ...gapOf(ctx, series, drawn), reason: `${drawn.number} was given` }))
  }
}

async function next(ctx: Ctx, series: NumberSeries, { stem, width }: NumberPlace): Promise<Next> {
  const { merchantId, environment } = ctx.owner
  const [before = '', after = ''] = stem.split('#')
  const [row] = await ctx.tx.query<Omit<Next, 'taken'>>(advance, [merchantId, environment, series, stem, ctx.now])
  if (!row) throw new Error(`no next number of ${stem}`)
  if (series !== 'invoice') return { ...row, taken: false }
  const number = `${before}${String(row.counter).padStart(width, '0')}${after}`
  const given = await ctx.own
    .select('invoices')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`invoice_number <> ''`)
    .where('invoice_number', '=', number)
    .executeTakeFirst()
  return { ...row, taken: given !== undefined }
}
interface Next {
  counter: bigint
  last_at: Date
  taken: boolean
}
/** Set-based by hand: an upsert that advances the row it meets. */
const advance = `insert into invoice_series as s (merchant_id, environment, series, stem, counter, last_at)
  values ($1, $2, $3, $4, 1, $5)
  on conflict (merchant_id, environment, series, stem)
    do update set counter = s.counter + 1, last_at = greatest(s.last_at, excluded.last_at)
  returning s.counter, s.last_at`

/**
 * Jumps ahead in the series of today, so that the next number has this counter. The numbers that are passed over are declared to be a
 * gap, with its reason. Throws `wrongState` unless that is ahead of the next one.
 */
export async function jumpTo(
  ctx: Ctx,
  series: NumberSeries,
  pattern: string,
  { counter, reason }: { counter: bigint; reason: string },
): Promise<{ first: string; last: string }> {
  const place = placeOf(pattern, await today(ctx))
  const fresh = { series, stem: place.stem, counter: 0n, last_at: ctx.now }
  ctx.write(ctx.own.insert('invoice_series', fresh).onConflict((conflict) => conflict.doNothing()))
  const { counter: drawn } = await seriesRows(ctx, series, place).forUpdate().executeTakeFirstOrThrow()
  const [first, last] = [drawn + 1n, counter - 1n]
  if (first > last) throw new Fault('wrongState', { why: `the next number is ${first}` })
  ctx.write(
    ctx.own.update('invoice_series').set({ counter: last }).where('series', '=', series).where('stem', '=', place.stem),
  )
  ctx.write(
    ctx.own.insert('invoice_gaps', { ...gapOf(ctx, series, { stem: place.stem, counter: first }, last), reason }),
  )
  return { first: numberOf(place, first), last: numberOf(place, last) }
}

/** The number that something of today would get next, if nobody else is first. */
export async function nextNumber(ctx: Ctx, series: NumberSeries, pattern: string): Promise<string> {
  const place = placeOf(pattern, await today(ctx))
  const row = await seriesRows(ctx, series, place).executeTakeFirst()
  return numberOf(place, (row?.counter ?? 0n) + 1n)
}

const seriesRows = (ctx: Ctx, series: NumberSeries, { stem }: NumberPlace) =>
  ctx.own.select('invoice_series').select('counter').where('series', '=', series).where('stem', '=', stem)

/** The row of numbers that nothing has, from the counter on. */
const gapOf = (ctx: Ctx, series: NumberSeries, { stem, counter }: Pick<Drawn, 'stem' | 'counter'>, last = counter) => ({
  series,
  stem,
  first: counter,
  last,
  actor_name: ctx.actor.name,
  at: ctx.now,
})
