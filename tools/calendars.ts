import { readFile } from 'node:fs/promises'
import { loadCalendars } from '#server/calendars/load-calendars.ts'
import { loadByTool } from './load-by-tool.ts'

/**
 * `npm run calendars -- load <csv>`: loads holidays by country, each country in the place of what was there. The columns are
 * `country` (two letters), `date` (YYYY-MM-DD) and `name`. Exit 1, and nothing is changed, when the file is not right.
 */
await loadByTool('npm run calendars -- load <csv>', async (database, path) => {
  for (const { country, first_year, last_year, holidays } of await loadCalendars(
    database,
    await readFile(path, 'utf8'),
    new Date(),
  ))
    console.log(`${country}: ${Object.keys(holidays).length} holidays, ${first_year}–${last_year}`)
})
