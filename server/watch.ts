import { newestMigration } from './db/migrate.ts'
import { metrics, whenScraped } from './kit/process/metrics.ts'
import { watchPressure, type Pressure } from './kit/http/load-shedding.ts'
import { openReadiness, type Readiness } from './kit/http/readiness.ts'
import type { Parts } from './parts.ts'

/** The state of a process: its load shedding and its readiness. */
export interface Watch {
  pressure: Pressure
  readiness: Readiness
  stop(): Promise<void>
}

export async function openWatch(parts: Pick<Parts, 'databaseUrl'>): Promise<Watch> {
  const pressure = watchPressure()
  const readiness = openReadiness({ ...parts, newestMigration: await newestMigration(), pressure })
  const unobserved = whenScraped(() => metrics.eventLoopDelay.set(pressure.eventLoopDelayMs() / 1_000))
  return {
    pressure,
    readiness,
    async stop() {
      unobserved()
      pressure.stop()
      await readiness.stop()
    },
  }
}
