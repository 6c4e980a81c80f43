import { readFile } from 'node:fs/promises'
import { loadBanks } from '#server/banks/load-banks.ts'
import { loadByTool } from './load-by-tool.ts'

/**
 * `npm run banks -- load <csv>`: loads the banks that accounts are chosen from, each country in the place of what was there. The
 * columns are `country` (two letters), `code`, `name` and `bic`, which may be empty. Exit 1, and nothing is changed, when the file is
 * not right.
 */
await loadByTool('npm run banks -- load <csv>', async (database, path) => {
  for (const [country, banks] of await loadBanks(database, await readFile(path, 'utf8'), new Date()))
    console.log(`${country}: ${banks.length} banks`)
})
