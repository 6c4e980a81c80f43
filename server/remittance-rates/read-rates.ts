import { rateDecimals, rateOf, type Rate } from '#contract/exchange-rates.ts'
import { isCurrency, type Currency } from '#contract/kit/money.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { readCsv } from './read-csv.ts'
import { readXml } from './read-xml.ts'
import type { WrittenDay } from './written-day.ts'

/** How much of a currency one euro is on a day. */
export interface DayRate {
  day: Day
  currency: Currency
  rate: Rate
}
export interface ReadRates {
  rates: DayRate[]
  /** Currencies of the file that are not known here, and left out. */
  leftOut: string[]
}

/**
 * Reads a file of reference rates as the ECB publishes them, daily or historical, csv or xml. Throws, with the line, where anything of it
 * is not right.
 */
export function readRates(text: string, today: Day): ReadRates {
  const content = text.replace(/^\uFEFF/, '')
  const days = new Set<Day>()
  const rates: DayRate[] = []
  const leftOut = new Set<string>()
  for (const written of content.trimStart().startsWith('<') ? readXml(content) : readCsv(content)) {
    const day = dayOf(written, today)
    if (days.has(day)) throw new Error(`Line ${written.line}: ${day} is there twice.`)
    days.add(day)
    for (const { currency, rate } of ratesOf(written))
      if (isCurrency(currency)) rates.push({ day, currency, rate })
      else leftOut.add(currency)
  }
  if (days.size === 0) throw new Error('The file has no days.')
  if (rates.length === 0) throw new Error('The file has no rates of currencies that are known here.')
  return { rates, leftOut: [...leftOut].toSorted() }
}

const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
] // prettier-ignore

/** A day that has come, written `2026-11-25` or `25 November 2026`. */
function dayOf({ line, date }: WrittenDay, today: Day): Day {
  const [, number = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(date) ?? []
  const at = String(months.indexOf(month) + 1)
  const day = month === '' ? date : `${year}-${at.padStart(2, '0')}-${number.padStart(2, '0')}`
  if (date === '') throw new Error(`Line ${line}: a day has no date.`)
  if (!isDay(day)) throw new Error(`Line ${line}: ${date} is not a day.`)
  if (day > today) throw new Error(`Line ${line}: ${date} has not come yet.`)
  return day
}

/** The rates that a day has. Those of currencies that are not known here have to be right too. */
function ratesOf({ rates }: WrittenDay): { currency: string; rate: Rate }[] {
  const seen = new Set<string>()
  return rates.flatMap(({ line, currency, text }) => {
    if (!/^[A-Z]{3}$/.test(currency)) throw new Error(`Line ${line}: ${currency} is not a currency's three letters.`)
    if (currency === 'EUR') throw new Error(`Line ${line}: EUR is what the others are rates of, and has none itself.`)
    if (seen.has(currency)) throw new Error(`Line ${line}: ${currency} is there twice.`)
    seen.add(currency)
    if (text === '' || text === 'N/A') return []
    const rate = rateOf(text)
    if (rate === null)
      throw new Error(
        `Line ${line}: ${text} is not a rate of ${currency}. One is above zero, with at most ${rateDecimals} places.`,
      )
    return [{ currency, rate }]
  })
}
