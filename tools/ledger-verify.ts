import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { verifyAllSums } from '#server/analytics/verify.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/kit/db.ts'
import { startPostgres } from '#server/kit/postgres.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'

/**
 * `npm run ledger:verify`: checks every ledger against itself and against the payments it speaks of, and the sums of the
 * dashboard against both. Uses the database
 * of the settings: DATABASE_URL, or the embedded one, running or not. Exit 0 when all holds, 1 with a line a finding.
 */
const config = readConfig(process.env, [], join(import.meta.dirname, '..'))
const { url, stop } = config.databaseUrl
  ? { url: config.databaseUrl, stop: async () => {} }
  : await embedded(config.dataDir)
const database = openDatabase(url, { most: 2, statementMs: 600_000 })
const findings = [...(await verifyAllLedgers(database)), ...(await verifyAllSums(database))]
for (const finding of findings)
  console.log(`${finding.merchantId} ${finding.environment}: ${finding.invariant}: ${finding.detail}`)
console.log(findings.length === 0 ? 'The ledger holds.' : `${findings.length} findings.`)
await database.close()
await stop()
process.exitCode = findings.length === 0 ? 0 : 1

/** The embedded PostgreSQL as it runs, or started for this while. */
async function embedded(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = join(dataDir, 'postgres')
  const [password, port] = await Promise.all(
    ['password', 'port'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  const running = `postgres://postgres:${encodeURIComponent((password ?? '').trim())}@127.0.0.1:${(port ?? '').trim()}/countinghouse`
  const probe = openDatabase(running, { most: 1 })
  try {
    await probe.transaction(null, (tx) => tx.query('select 1', []))
    return { url: running, stop: async () => {} }
  } catch {
    return startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  } finally {
    await probe.close()
  }
}
