import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { loadMasterKey } from '#server/kit/secrets/master-key.ts'
import { startPostgres } from '#server/kit/postgres/postgres.ts'

/**
 * The settings of a tool: the database and the master key. Read with the role that requires the fewest settings, so
 * that a tool needs only those it uses.
 */
export const toolConfig = (): Config =>
  readConfig(process.env, ['--role', 'simulator'], join(import.meta.dirname, '..'))

/**
 * The owner's connection string of the settings' database: DATABASE_URL, or the embedded one, running or started for
 * the tool.
 */
export async function ownersDatabase(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: async () => {} }
  const folder = join(config.dataDir, 'postgres')
  const [password, port] = await Promise.all(
    ['password', 'port'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  const running = `postgres://postgres:${encodeURIComponent((password ?? '').trim())}@127.0.0.1:${(port ?? '').trim()}/countinghouse`
  const probe = openDatabase(running, { most: 1 })
  try {
    await probe.transaction(null, (tx) => tx.query('select 1', []), { readOnly: true })
    return { url: running, stop: async () => {} }
  } catch {
    return startPostgres({ dataDir: config.dataDir, log: pino({ level: 'silent' }) })
  } finally {
    await probe.close()
  }
}

/** The master key of the settings; unlike a first start, a tool never creates one. */
export async function masterKeyThatIsThere(config: Config): Promise<Buffer> {
  if (config.masterKey === null && !existsSync(join(config.dataDir, 'master.key')))
    throw new Error(`There is no master key: set MASTER_KEY or put it into ${join(config.dataDir, 'master.key')} first`)
  return loadMasterKey(config)
}
