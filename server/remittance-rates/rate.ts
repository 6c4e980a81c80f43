import { crossRate, rateOf, rateText, sameCurrency, type Rate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { calendarOf } from '#server/calendars/calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isOld, ratesCalendar } from './age.ts'

/** A rate of the operator's files: how much of one currency a unit of another is. */
export interface FileRate {
  rate: Rate
  /** The name of its file, or of both; `same` of a currency to itself. */
  source: string
  /** The day that it is of. */
  day: Day
  /** Its day is so long before the one that was asked for that no quote is made of it. */
  isOld: boolean
}
interface Wanted {
  from: Currency
  to: Currency
  /** By the calendar of the merchant's zone. */
  day: Day
}

/** The rate of two currencies by the newest day, not after the one wanted, on which both are known; undefined where there is none. */
export const fileRateOf = async (ctx: Ctx, wanted: Wanted): Promise<FileRate | undefined> =>
  (await fileRatesOf(ctx, [wanted]))[0]

/** The rates of one currency to others, in their order, for a screen. Those of which nothing is known are left out. */
export async function listFileRates(
  ctx: Ctx,
  { from, currencies, day }: { from: Currency; currencies: readonly Currency[]; day: Day },
): Promise<(FileRate & { to: Currency })[]> {
  const rates = await fileRatesOf(
    ctx,
    currencies.map((to) => ({ from, to, day })),
  )
  return currencies.flatMap((to, at) => (rates[at] ? [{ ...rates[at], to }] : []))
}

/** The same of several pairs and days, in their order. */
export async function fileRatesOf(ctx: Ctx, wanted: readonly Wanted[]): Promise<(FileRate | undefined)[]> {
  const found = await findRates(ctx, wanted)
  return Promise.all(
    wanted.map(async ({ from, to, day: on }, at) => {
      if (from === to) return { rate: sameCurrency, source: 'same', day: on, isOld: false }
      const row = found.get(at + 1)
      const rate = row && crossed(row, to)
      if (!row || rate === undefined) return undefined
      return { rate, source: row.source, day: row.day, isOld: await isOldOn(ctx, row.day, on) }
    }),
  )
}

/** The calendar is read only where weekends alone do not make it new. */
const isOldOn = async (ctx: Ctx, day: Day, on: Day): Promise<boolean> =>
  isOld(day, on, null) && isOld(day, on, await calendarOf(ctx, ratesCalendar))

interface Found {
  place: number
  day: Day
  /** How much of a currency one euro is; null of the euro. */
  rate: string
  other_rate: string | null
  source: string
}

/**
 * One statement for all. The days are those of a currency that is not the euro, from the newest of the other one on backwards, of which the
 * first counts that has both. Index: primary key.
 */
async function findRates(ctx: Ctx, wanted: readonly Wanted[]): Promise<Map<number, Found>> {
  const asked = wanted.flatMap(({ from, to, day }, at) =>
    from === to
      ? []
      : [{ place: at + 1, day, ...(to === 'EUR' ? { one: from, other: to } : { one: to, other: from }) }],
  )
  if (asked.length === 0) return new Map()
  const rows = await ctx.tx.query<Found>(
    `select w.place, r.day, r.rate::text as rate, r.other_rate::text as other_rate, r.source
     from unnest($1::integer[], $2::text[], $3::text[], $4::date[]) as w (place, one, other, day)
     cross join lateral (
       select a.day, a.rate, b.rate as other_rate, concat_ws(', ', a.source, nullif(b.source, a.source)) as source
       from reference_rates a left join reference_rates b on b.day = a.day and b.currency = w.other
       where a.currency = w.one and (w.other = 'EUR' or b.day is not null) and a.day <= case w.other when 'EUR' then w.day
         else (select max(day) from reference_rates where currency = w.other and day <= w.day) end
       order by a.day desc limit 1) r`,
    [asked.map(({ place }) => place), asked.map(({ one }) => one), asked.map(({ other }) => other), asked.map(({ day }) => day)],
  ) // prettier-ignore
  return new Map(rows.map((row) => [row.place, row]))
}

/** Through the euro; undefined where ten places are too few for it. */
function crossed({ rate: ofOne, other_rate: ofOther }: Found, to: Currency): Rate | undefined {
  const one = rateOf(ofOne)
  const other = ofOther === null ? sameCurrency : rateOf(ofOther)
  if (one === null || other === null) return undefined
  return rateOf(rateText(to === 'EUR' ? crossRate(one, other) : crossRate(other, one))) ?? undefined
}
