import { rateText } from '#contract/exchange-rates.ts'
import { currencyCodes, type Currency } from '#contract/kit/money.ts'
import { dayAt, type Day } from '#contract/kit/zoned-day.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { readRates, type DayRate } from './read-rates.ts'

export interface RateFile {
  /** By which screens say where a rate is from. */
  name: string
  text: string
}
/** What a file had, and what came of its rates. */
export interface LoadedRates {
  days: Day[]
  currencies: Currency[]
  leftOut: string[]
  added: number
  replaced: number
  /** Rates that were there with the same figures. */
  known: number
}

/**
 * Loads a file of reference rates, all of it or nothing; throws where it is not right. Each currency has one rate a day: the same figures
 * again change nothing, and others are refused unless they are to be replaced.
 */
export async function loadRates(
  database: Database,
  { name, text }: RateFile,
  { now, replace }: { now: Date; replace: boolean },
): Promise<LoadedRates> {
  const { rates, leftOut } = readRates(text, dayAt(now, 'UTC'))
  const { written, others } = await database.transaction(null, async (tx) => {
    // Two loads one after the other. Readers go on.
    await tx.query('lock table reference_rates in share row exclusive mode', [])
    const found = await listOthers(tx, rates)
    if (found.length > 0 && !replace) throw new Error(refusal(found))
    return { written: await write(tx, rates, { name, now }), others: found.length }
  })
  return {
    days: [...new Set(rates.map(({ day }) => day))].toSorted(),
    currencies: currencyCodes.filter((code) => rates.some(({ currency }) => currency === code)),
    leftOut,
    added: written - others,
    replaced: others,
    known: rates.length - written,
  }
}

interface Other {
  day: Day
  currency: string
  there: string
  loaded: string
}

/** The rates that are there with other figures. */
async function listOthers(tx: Transaction, rates: readonly DayRate[]): Promise<Other[]> {
  const found: Other[] = []
  for (const some of portions(rates))
    found.push(
      ...(await tx.query<Other>(
        `select r.day, r.currency, trim_scale(r.rate)::text as there, trim_scale(w.rate)::text as loaded
         from unnest($1::date[], $2::text[], $3::numeric[]) as w (day, currency, rate) join reference_rates r using (day, currency)
         where r.rate <> w.rate order by r.day, r.currency`,
        columnsOf(some),
      )),
    )
  return found
}

function refusal([first, ...others]: readonly Other[]): string {
  const { day, currency, there, loaded } = first as Other
  const more = others.length === 0 ? '' : `, and ${others.length} more ${others.length === 1 ? 'differs' : 'differ'}`
  return `${day} is there with another rate of ${currency}, ${there} and not ${loaded}${more}. Nothing was loaded; --replace puts those of the file in their place.`
}

/** Returns how many rates are new or other than before. */
async function write(
  tx: Transaction,
  rates: readonly DayRate[],
  { name, now }: { name: string; now: Date },
): Promise<number> {
  let count = 0
  for (const some of portions(rates)) {
    const rows = await tx.query(
      `insert into reference_rates (day, currency, rate, source, loaded_at)
       select day, currency, rate, $4, $5 from unnest($1::date[], $2::text[], $3::numeric[]) as w (day, currency, rate)
       on conflict (day, currency) do update set rate = excluded.rate, source = excluded.source, loaded_at = excluded.loaded_at
         where reference_rates.rate <> excluded.rate
       returning day`,
      [...columnsOf(some), name, now],
    )
    count += rows.length
  }
  return count
}

const columnsOf = (rates: readonly DayRate[]) => [
  rates.map(({ day }) => day),
  rates.map(({ currency }) => currency),
  rates.map(({ rate }) => rateText(rate)),
]

function* portions(rates: readonly DayRate[]): Generator<readonly DayRate[]> {
  for (let at = 0; at < rates.length; at += perStatement) yield rates.slice(at, at + perStatement)
}
const perStatement = 10_000
