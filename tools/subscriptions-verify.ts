import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllSubscriptions } from '#server/subscription-store/verify.ts'
import { ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run subscriptions:verify`: verifies subscriptions against their charges, payments and sums. Uses the database of the settings:
 * DATABASE_URL, or the embedded one, running or not. Exit 0 when all is consistent, 1 with a line for each finding.
 */
const config = toolConfig()
const { url, stop } = await ownersDatabase(config)
const database = openDatabase(url, { most: 2, statementMs: 600_000 })
const findings = await verifyAllSubscriptions(database)
for (const { merchantId, environment, check, ref, details } of findings)
  console.log(`${merchantId} ${environment}: not so: ${check}: ${ref} ${details}`)
console.log(findings.length === 0 ? 'The subscriptions hold.' : `${findings.length} findings.`)
await database.close()
await stop()
process.exitCode = findings.length === 0 ? 0 : 1
