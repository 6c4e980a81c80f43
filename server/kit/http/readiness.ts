import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/kit/db/db.ts'
import type { LoadShedding } from './load-shedding.ts'
import { timeouts } from '#server/kit/timeouts.ts'

/** Whether this process should be sent requests. */
export interface Readiness {
  /**
   * The result of each check by name; the process is ready when all pass. The database is checked at most twice a
   * second.
   */
  check(): Promise<Checks>
  /** Makes the process not ready from now on, because it is about to stop. */
  drain(): void
  readonly draining: boolean
  /** Warnings for operators that do not make the process unready. */
  readonly warnings: ReadonlySet<string>
  warn(what: string, isSo: boolean): void
  stop(): Promise<void>
}
export type Checks = Record<'database' | 'schema' | 'event_loop' | 'not_draining', boolean>

/**
 * Checks the database over a separate connection, so that an exhausted pool is not mistaken for a lost database.
 * @param databaseUrl of the application's role.
 * @param newestMigration the migration that the database must have.
 */
export function openReadiness(options: {
  databaseUrl: string
  newestMigration: string
  loadShedding: LoadShedding
}): Readiness {
  const database = openDatabase(options.databaseUrl, { name: 'health', most: 1 })
  let draining = false
  const warnings = new Set<string>()
  let last: { at: number; looked: Promise<Pick<Checks, 'database' | 'schema'>> } | undefined

  async function look(): Promise<Pick<Checks, 'database' | 'schema'>> {
    const asking = database.transaction(null, (tx) => tx.query<{ there: boolean }>(seen, [options.newestMigration]), {
      readOnly: true,
    })
    const rows = await Promise.race([asking.catch(() => null), delay(timeouts.readyMs, null, { ref: false })])
    return { database: rows !== null, schema: rows?.[0]?.there === true }
  }

  return {
    async check() {
      const now = performance.now()
      if (!last || now - last.at > freshMs) last = { at: now, looked: look() }
      const eventLoop = options.loadShedding.eventLoopDelayMs() < timeouts.unreadyEventLoopMs
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

const seen = 'select exists (select 1 from schema_migrations where name = $1) as there'
const freshMs = 500
