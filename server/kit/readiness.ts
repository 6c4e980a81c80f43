import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from './db.ts'
import type { Pressure } from './pressure.ts'
import { timeOuts } from './time-outs.ts'

/** Whether this process should be sent requests. */
export interface Readiness {
  /** Each check by name; it is ready when all hold. Asked often, it looks at most twice a second. */
  check(): Promise<Checks>
  /** From now on it is not ready: it is about to stop. */
  drain(): void
  readonly draining: boolean
  /** What somebody has to look at, though requests may come all the same. */
  readonly warnings: ReadonlySet<string>
  warn(what: string, isSo: boolean): void
  stop(): Promise<void>
}
export type Checks = Record<'database' | 'schema' | 'event_loop' | 'not_draining', boolean>

/**
 * Looks through a connection of its own, so that a full pool is not taken for a lost database.
 * @param databaseUrl of the application's role.
 * @param newestMigration which the database must have had.
 */
export function openReadiness(options: {
  databaseUrl: string
  newestMigration: string
  pressure: Pressure
}): Readiness {
  const database = openDatabase(options.databaseUrl, { name: 'health', most: 1 })
  let draining = false
  const warnings = new Set<string>()
  let last: { at: number; looked: Promise<Pick<Checks, 'database' | 'schema'>> } | undefined

  async function look(): Promise<Pick<Checks, 'database' | 'schema'>> {
    const asking = database.transaction(null, (tx) => tx.query<{ there: boolean }>(seen, [options.newestMigration]), {
      readOnly: true,
    })
    const rows = await Promise.race([asking.catch(() => null), delay(timeOuts.readyMs, null, { ref: false })])
    return { database: rows !== null, schema: rows?.[0]?.there === true }
  }

  return {
    async check() {
      const now = performance.now()
      if (!last || now - last.at > freshMs) last = { at: now, looked: look() }
      const eventLoop = options.pressure.eventLoopDelayMs() < timeOuts.unreadyEventLoopMs
      return { ...(await last.looked), event_loop: eventLoop, not_draining: !draining }
    },
    drain: () => void (draining = true),
    warnings,
    warn: (what, isSo) => void (isSo ? warnings.add(what) : warnings.delete(what)),
    get draining() {
      return draining
    },
    stop: () => database.close(),
  }
}

const seen = 'select exists (select from schema_migrations where name = $1) as there'
const freshMs = 500
