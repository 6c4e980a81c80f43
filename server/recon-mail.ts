import type { Config } from './config.ts'
import { openDatabase } from './kit/db/db.ts'
import type { Parts } from './parts.ts'
import { startMailServer } from './recon-intake/mail-server.ts'
import { servicesOf } from './services.ts'

/** Starts the part that takes mails. Any number of processes may, each at a port of its own. */
export async function startReconMail(
  parts: Parts,
  settings: NonNullable<Config['reconMail']>,
  now: () => Date,
): Promise<{ port: number; stop(): Promise<void> }> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  const database = openDatabase(parts.databaseUrl, { name: 'mails', onError, most: 3 })
  const server = await startMailServer({ ...settings, database, services: servicesOf(parts), now, log: parts.log })
  return {
    port: server.port,
    async stop() {
      await server.stop()
      await database.close()
    },
  }
}
