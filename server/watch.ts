import { newestMigration } from './db/migrate.ts'
import { metrics, whenScraped } from './kit/metrics.ts'
import { watchPressure, type Pressure } from './kit/pressure.ts'
import { openReadiness, type Readiness } from './kit/readiness.ts'
import type { Parts } from './parts.ts'

/** How a process knows how it is: whether it has too much to do, and whether it should be sent requests. */
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
