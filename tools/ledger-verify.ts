import { verifyAllSums } from '#server/analytics/verify.ts'
import { openDatabase } from '#server/kit/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run ledger:verify`: checks every ledger against itself and against the payments it speaks of, and the sums of the
 * dashboard against both. Uses the database
 * of the settings: DATABASE_URL, or the embedded one, running or not. Exit 0 when all holds, 1 with a line a finding.
 */
const config = toolConfig()
const { url, stop } = await ownersDatabase(config)
const database = openDatabase(url, { most: 2, statementMs: 600_000 })
const findings = [...(await verifyAllLedgers(database)), ...(await verifyAllSums(database))]
for (const finding of findings)
  console.log(`${finding.merchantId} ${finding.environment}: ${finding.invariant}: ${finding.detail}`)
console.log(findings.length === 0 ? 'The ledger holds.' : `${findings.length} findings.`)
await database.close()
await stop()
process.exitCode = findings.length === 0 ? 0 : 1
