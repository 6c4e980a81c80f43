import type { Logger } from 'pino'
import type { Database } from '#server/kit/db/db.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import type { Finding } from '#server/ledger/verify.ts'
import { verifyAllRecon } from './verify.ts'

/**
 * Verifies reconciliation against the ledger once a minute, and logs each inconsistency as an error. Summaries are added up again when an
 * answer or a closing has changed.
 * @param onFinding called with each finding, every time that it is found.
 */
export function watchRecon(database: Database, log: Logger, onFinding: (finding: Finding) => Promise<void>): Repeated {
  const known = new Map<string, string>()
  return repeat({
    everyMs: 60_000,
    async work(signal) {
      for (const finding of await verifyAllRecon(database, { known, signal })) {
        log.fatal({ finding }, 'reconciliation and the ledger do not agree')
        await onFinding(finding).catch((error: unknown) =>
          log.warn({ err: error }, 'a finding of reconciliation could not be reported'),
        )
      }
    },
    onError: (error) => log.warn({ err: error }, 'reconciliation could not be verified'),
  })
}
