import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { prepareAppRole } from '#server/db/app-role.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/kit/postgres/postgres.ts'
import { tablesOf } from './tables-of.ts'

/** Writes `server/db/tables.ts` from the migrations, by an embedded database of its own. `npm run tables` */
const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-tables-'))
const flags = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }), flags })
try {
  await prepareAppRole(postgres.url, 'tables')
  await migrate(postgres.url)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await writeFile(join(import.meta.dirname, '../server/db/tables.ts'), await tablesOf(client))
  await client.end()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
