import { pino } from 'pino'
import { servicesOf } from '#server/services.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { loadMasterKey, simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { kycCommand } from '#server/kyc/command.ts'
import { ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run kyc -- list|show|approve|reject|ask-again …`: the operator's decisions on the KYC of merchants. Uses the
 * database of the settings, running or not. Exit 1 with a line when nothing was done.
 */
try {
  const config = toolConfig()
  const masterKey = await loadMasterKey(config)
  const { url: ownerUrl, stop } = await ownersDatabase(config)
  try {
    const log = pino({ level: 'silent' })
    const database = openDatabase(ownerUrl, { most: 2 })
    const parts = { config, log, databaseUrl: ownerUrl, ownerUrl, masterKey, simulatorKeys: simulatorKeys(masterKey) }
    const run = { database, services: servicesOf(parts), now: () => new Date() }
    for (const line of await kycCommand(run, process.argv.slice(2))) console.log(line)
    await database.close()
  } finally {
    await stop()
  }
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}
