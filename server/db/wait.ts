import { setTimeout as delay } from 'node:timers/promises'

interface Waiting {
  /** The longest wait for an unreachable database, in seconds; 0 for none. */
  waitSeconds: number
  /** Reports to the operator what the start waits for, one line at a time. */
  say(line: string): void
  /** Aborts the waiting when the process is to stop. */
  signal: AbortSignal
}

/**
 * Runs work of the start that needs PostgreSQL, and runs it again while PostgreSQL is away, still starting up or restarted
 * meanwhile. The work must be safe to repeat.
 * @throws what the work throws: at once where waiting cannot make it better (a wrong password, a version, a missing right),
 *   otherwise when the time is over.
 */
export async function whenDatabaseAnswers<T>(
  work: () => Promise<T>,
  { waitSeconds, say, signal }: Waiting,
): Promise<T> {
  const begun = performance.now()
  const waited = () => (performance.now() - begun) / 1_000
  let saidAt = Number.NEGATIVE_INFINITY
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isAway(error) || waited() + pauseMs / 1_000 > waitSeconds) throw error
      if (waited() - saidAt >= sayEverySeconds) {
        saidAt = waited()
        say(`${(error as Error).message}: waiting for it, ${Math.ceil(waitSeconds - saidAt)} s at most`)
      }
      await delay(pauseMs, undefined, { signal })
    }
  }
}
const sayEverySeconds = 5

/** Whether the error means that PostgreSQL cannot be reached at the moment, so that a later attempt may succeed. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    awayCodes.test(code) ||
    /^timeout expired$|timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(
      error.message,
    ) ||
    isAway(error.cause)
  )
}
/** Of the network, and SQLSTATE: connection exceptions (08), too many connections, shutting down or starting up. */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOENT|08\w{3}|53300|57P0[123])$/
