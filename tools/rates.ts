import { ratesCommand } from '#server/remittance-rates/command.ts'
import { onOwnersDatabase } from './load-by-tool.ts'

/**
 * `npm run rates -- load <csv or xml> [--replace]` loads the reference rates of a file of the ECB, and `show [day]` prints what is known.
 * Uses the database of the settings, running or not. Exit 1, and nothing is changed, when the file is not right.
 */
await onOwnersDatabase(async (database) => {
  for (const line of await ratesCommand({ database, now: new Date() }, process.argv.slice(2))) console.log(line)
})
