import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllRemittances } from '#server/remittances/verify.ts'
import { ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run remittances:verify`: verifies settlements of sales abroad, their items, reserves and words of providers of every merchant against the
 * ledger and their payments. Uses the database of the settings: DATABASE_URL, or the embedded one, running or not. Exit 0 when all is
 * consistent, 1 with a line for each finding.
 */
const { url, stop } = await ownersDatabase(toolConfig())
const database = openDatabase(url, { most: 2, statementMs: 600_000 })
const findings = await verifyAllRemittances(database)
for (const { merchantId, environment, invariant, detail } of findings)
  console.log(`${merchantId} ${environment}: ${invariant}: ${detail}`)
console.log(findings.length === 0 ? 'Remittances and the ledger agree.' : `${findings.length} findings.`)
await database.close()
await stop()
process.exitCode = findings.length === 0 ? 0 : 1
