import { newestMigration } from './db/migrate.ts'
import { metrics, whenScraped } from './kit/process/metrics.ts'
import { startLoadShedding, type LoadShedding } from './kit/http/load-shedding.ts'
import { openReadiness, type Readiness } from './kit/http/readiness.ts'
import type { Parts } from './parts.ts'

/** The state of a process: its load shedding and its readiness. */
export interface Watch {
  loadShedding: LoadShedding
  readiness: Readiness
  stop(): Promise<void>
}

export async function openWatch(parts: Pick<Parts, 'databaseUrl'>): Promise<Watch> {
  const loadShedding = startLoadShedding()
  const readiness = openReadiness({ ...parts, newestMigration: await newestMigration(), loadShedding })
  const unobserved = whenScraped(() => metrics.eventLoopDelay.set(loadShedding.eventLoopDelayMs() / 1_000))
  return {
    loadShedding,
    readiness,
    async stop() {
      unobserved()
      loadShedding.stop()
      await readiness.stop()
    },
  }
}
