import type { Logger } from 'pino'
import type { Database } from '#server/kit/db/db.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import type { Finding } from '#server/ledger/verify.ts'
import { verifyAllRemittances } from './verify.ts'

/**
 * Verifies remittances against the ledger, payments and refunds once a minute, and logs each inconsistency as an error.
 * @param onFinding called with each finding, every time that it is found.
 */
export const watchRemittances = (
  database: Database,
  log: Logger,
  onFinding: (finding: Finding) => Promise<void>,
): Repeated =>
  repeat({
    everyMs: 60_000,
    async work(signal) {
      for (const finding of await verifyAllRemittances(database, signal)) {
        log.fatal({ finding }, 'remittances and the ledger do not agree')
        await onFinding(finding).catch((error: unknown) =>
          log.warn({ err: error }, 'a finding of remittances could not be reported'),
        )
      }
    },
    onError: (error) => log.warn({ err: error }, 'remittances could not be verified'),
  })
