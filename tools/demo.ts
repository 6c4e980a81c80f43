import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { prepareAppRole } from '#server/db/app-role.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadDemo } from '#server/demo.ts'
import { databasePassword, loadMasterKey, simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { startPostgres } from '#server/kit/postgres/postgres.ts'

/**
 * `npm run demo -- --payments 1000000`: fills an empty database with the demo merchants and this many payments. Uses
 * the database of the settings: DATABASE_URL, or the embedded one, which must not be running. Exit 1 when the database
 * has merchants already.
 */
const { values } = parseArgs({ options: { payments: { type: 'string', default: '24000' } } })
const env = { ...process.env, DEMO: '1', DEMO_PAYMENTS: values.payments }
const config = readConfig(env, ['--role', process.env['DATABASE_URL'] ? 'api' : 'all'], join(import.meta.dirname, '..'))
const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
const postgres = config.databaseUrl
  ? { url: config.databaseUrl, stop: async () => {} }
  : await startPostgres({ dataDir: config.dataDir, log })
try {
  const masterKey = await loadMasterKey(config)
  const databaseUrl = await prepareAppRole(postgres.url, databasePassword(masterKey))
  await migrate(postgres.url)
  const parts = { config, log, databaseUrl, ownerUrl: postgres.url, masterKey, simulatorKeys: simulatorKeys(masterKey) }
  const begun = performance.now()
  if (await loadDemo(parts, (line) => console.log(line)))
    console.log(
      `Loaded in ${((performance.now() - begun) / 1_000).toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB.`,
    )
  else {
    console.log('There are merchants already: choose an empty database, or another DATA_DIR.')
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
}
