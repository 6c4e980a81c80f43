import type { Logger } from 'pino'
import type { Database } from '#server/kit/db.ts'
import { metrics } from '#server/kit/metrics.ts'
import { verifyAllLedgers, type Finding } from './verify.ts'

const everyMs = 60_000

/**
 * Checks every ledger once a minute and says loudly what does not hold; a finding is never repaired silently.
 * @param onFinding told of each, every time that it is found.
 */
export function watchLedger(
  database: Database,
  log: Logger,
  onFinding: (finding: Finding) => Promise<void>,
): { stop(): void } {
  const check = () => {
    verifyAllLedgers(database).then(
      (findings) => {
        metrics.ledgerFindings.set(findings.length)
        metrics.ledgerCheckedAt.setToCurrentTime()
        for (const finding of findings) {
          log.fatal({ finding }, 'the ledger does not hold')
          onFinding(finding).catch((error: unknown) => log.warn({ err: error }, 'nobody could be told of a finding'))
        }
      },
      (error: unknown) => log.warn({ err: error }, 'the ledger could not be checked'),
    )
  }
  check()
  const timer = setInterval(check, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
