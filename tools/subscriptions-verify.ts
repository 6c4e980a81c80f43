import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllSubscriptions } from '#server/subscription-store/verify.ts'
import { ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run subscriptions:verify`: verifies that each charge is paid once, that nothing is claimed or kept after an end, and the roll-ups
 * and monthly revenue against the subscriptions. Uses the database of the settings: DATABASE_URL, or the embedded one, running or not.
 * Exit 0 when all is consistent, 1 with a line for each finding.
 */
const config = toolConfig()
const { url, stop } = await ownersDatabase(config)
const database = openDatabase(url, { most: 2, statementMs: 600_000 })
const findings = await verifyAllSubscriptions(database)
for (const finding of findings)
  console.log(`${finding.merchantId} ${finding.environment}: ${finding.invariant}: ${finding.detail}`)
console.log(findings.length === 0 ? 'The subscriptions hold.' : `${findings.length} findings.`)
await database.close()
await stop()
process.exitCode = findings.length === 0 ? 0 : 1
