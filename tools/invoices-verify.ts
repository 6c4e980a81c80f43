import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllInvoices } from '#server/invoices/verify.ts'
import { ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run invoices:verify`: verifies the numbers of invoices and credit notes, their sums against payments and refunds, and the
 * receivables. Uses the database of the settings: DATABASE_URL, or the embedded one, running or not. Exit 0 when all is consistent,
 * 1 with a line for each finding.
 */
const config = toolConfig()
const { url, stop } = await ownersDatabase(config)
const database = openDatabase(url, { most: 2, statementMs: 600_000 })
const findings = await verifyAllInvoices(database)
for (const finding of findings)
  console.log(`${finding.merchantId} ${finding.environment}: ${finding.invariant}: ${finding.detail}`)
console.log(findings.length === 0 ? 'The invoices hold.' : `${findings.length} findings.`)
await database.close()
await stop()
process.exitCode = findings.length === 0 ? 0 : 1
