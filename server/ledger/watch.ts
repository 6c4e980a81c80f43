import type { Logger } from 'pino'
import type { Database } from '#server/kit/db/db.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import { verifyAllLedgers, type Finding } from './verify.ts'

/**
 * Verifies every ledger once a minute and logs each inconsistency as an error; a finding is never repaired silently.
 * @param onFinding called with each finding, every time that it is found.
 */
export function watchLedger(database: Database, log: Logger, onFinding: (finding: Finding) => Promise<void>): Repeated {
  async function check(signal: AbortSignal): Promise<void> {
    const findings = await verifyAllLedgers(database, signal)
    metrics.ledgerFindings.set(findings.length)
    metrics.ledgerCheckedAt.setToCurrentTime()
    for (const finding of findings) {
      log.fatal({ finding }, 'the ledger does not hold')
      await onFinding(finding).catch((error: unknown) =>
        log.warn({ err: error }, 'a finding of the ledger check could not be reported'),
      )
    }
  }
  return repeat({
    everyMs: 60_000,
    work: check,
    onError: (error) => log.warn({ err: error }, 'the ledger could not be checked'),
  })
}
