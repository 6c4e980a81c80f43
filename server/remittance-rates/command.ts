import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { isDay } from '#contract/kit/text-forms.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import type { Database } from '#server/kit/db/db.ts'
import { loadRates, type LoadedRates } from './load-rates.ts'
import { showRates } from './show-rates.ts'

export const ratesUsage = `npm run rates -- load <csv or xml> [--replace]   loads a daily or historical file of the ECB
npm run rates -- show [YYYY-MM-DD]                what is known on a day, and how old it is`

/** The operator's command for reference rates, with the rights of the database's owner. Returns the lines to print. */
export async function ratesCommand(
  { database, now }: { database: Database; now: Date },
  words: readonly string[],
): Promise<string[]> {
  const [act, named, ...others] = words.filter((word) => word !== '--replace')
  const replace = words.includes('--replace')
  if (others.length > 0) throw new Error(ratesUsage)
  if (act === 'load' && named !== undefined) {
    const name = basename(named)
    return linesOf(name, await loadRates(database, { name, text: await readFile(named, 'utf8') }, { now, replace }))
  }
  const day = named ?? dayAt(now, 'UTC')
  if (act !== 'show' || replace || !isDay(day)) throw new Error(ratesUsage)
  return showRates(database, day)
}

function linesOf(name: string, { days, currencies, leftOut, added, replaced, known }: LoadedRates): string[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return [
    `${name}: ${days.length === 1 ? first : `${days.length} days, ${first}–${last}`}`,
    `Currencies: ${currencies.join(', ')}`,
    ...(leftOut.length > 0 ? [`Left out, as they are not known here (${leftOut.length}): ${leftOut.join(', ')}`] : []),
    `Rates: ${added} new, ${replaced} replaced, ${known} as they were`,
  ]
}
