import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { prepareAppRole } from '#server/db/app-role.ts'
import { migrate, MigrationError } from '#server/db/migrate.ts'
import { loadDemo } from '#server/demo.ts'
import { databasePassword, loadMasterKey, simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { startPostgres, type Postgres } from '#server/kit/postgres/postgres.ts'
import type { Parts } from '#server/parts.ts'
import { asOwner } from './as-owner.ts'
import { bigCount, fillVolume, rollUp } from './volume.ts'

const root = join(import.meta.dirname, '..')
const dataDir = join(root, bigCount === 1_000_000 ? 'data/bench' : `data/bench-${bigCount}`)

/** The embedded PostgreSQL, durable, with the demo merchants and the volume that the goals are measured on. */
export interface BenchDatabase {
  ownerUrl: string
  /** The postmaster's process. */
  pid: number
  stop(): Promise<void>
}

/** Kept in `data/bench` from run to run, since filling it takes minutes; made anew when the schema has changed. */
export async function openBenchDatabase(say: (line: string) => void): Promise<BenchDatabase> {
  const filled = join(dataDir, 'filled')
  if (!existsSync(filled)) await rm(dataDir, { recursive: true, force: true })
  const postgres = await startPostgres({ dataDir, log: quiet })
  try {
    // Also makes the application's role, to which migrations grant.
    const parts = await partsOf(postgres.url)
    await migrate(postgres.url)
    if (!existsSync(filled)) {
      await loadDemo(parts)
      await fillVolume(postgres.url, say)
      await writeFile(filled, '')
    }
    // What G7 left in an earlier run: one merchant with 100,000 deltas makes the lists of all 200 half as fast.
    await rollUp(postgres.url)
    await asOwner(postgres.url, 'vacuum analyze')
    return { ownerUrl: postgres.url, pid: await postmasterOf(postgres), stop: () => postgres.stop() }
  } catch (error) {
    await postgres.stop()
    if (!(error instanceof MigrationError)) throw error
    say('The schema has changed: filling the database again')
    await rm(filled)
    return openBenchDatabase(say)
  }
}

/** The parts of a process of the product on this database. */
export async function partsOf(ownerUrl: string, port = 1): Promise<Parts> {
  const env = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '1',
    DEMO_PAYMENTS: '0',
    SIMULATOR_PORT: '2',
  }
  const config = readConfig(env, ['--role', 'api'], root)
  const masterKey = await loadMasterKey(config)
  return {
    config,
    log: quiet,
    ownerUrl,
    databaseUrl: await prepareAppRole(ownerUrl, databasePassword(masterKey)),
    masterKey,
    simulatorKeys: simulatorKeys(masterKey),
  }
}

const quiet = pino({ level: process.env['LOG_LEVEL'] ?? 'error' }, pino.destination({ fd: 2, sync: true }))

async function postmasterOf({ url }: Postgres): Promise<number> {
  const sql = `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`
  return (await asOwner<{ pid: number }>(url, sql))[0]?.pid ?? 0
}
