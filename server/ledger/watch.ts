import type { Logger } from 'pino'
import type { Database } from '#server/kit/db.ts'
import { metrics } from '#server/kit/metrics.ts'
import { verifyAllLedgers } from './verify.ts'

const everyMs = 60_000

/** Checks every ledger once a minute and says loudly what does not hold; a finding is never repaired silently. */
export function watchLedger(database: Database, log: Logger): { stop(): void } {
  const check = () => {
    verifyAllLedgers(database).then(
      (findings) => {
        metrics.ledgerFindings.set(findings.length)
        metrics.ledgerCheckedAt.setToCurrentTime()
        findings.forEach((finding) => log.fatal({ finding }, 'the ledger does not hold'))
      },
      (error: unknown) => log.warn({ err: error }, 'the ledger could not be checked'),
    )
  }
  check()
  const timer = setInterval(check, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
