import pg from 'pg'
import { limitAnswers } from './answer-times.ts'
import { metrics, whenScraped } from './metrics.ts'
import { onePlan } from './opening.ts'
import { timeOuts } from './time-outs.ts'

export interface PoolOptions {
  /** What metrics call it. */
  name?: string
  /** Connections at most. */
  most?: number
  /** How many of them reading statements share; without, whoever reads has one alone. */
  lanes?: number
  /** How long a statement may take. A transaction of longer ones may take as long as it likes. */
  statementMs?: number
  /**
   * How long a transaction may wait for the database in all, from asking for a connection on: each statement's answer is
   * waited for as long as is left of it, but at least a second. Without it each gets the whole time anew.
   */
  answerMs?: number
  /** Told of connections that were lost. */
  onError?: (error: Error) => void
}

/** Connections to the database, each with the time-outs that hold for every statement, lent one at a time. */
export interface Pool {
  connect(): Promise<pg.PoolClient>
  /**
   * Gives a connection back, as good as it was or, with the reason, beyond use.
   * @param unheardSince where that was not when it was lent.
   */
  release(client: pg.PoolClient, broken?: Error | true, unheardSince?: number): void
  /** How long the first of those who wait for a connection has waited, in milliseconds; 0 when nobody does. */
  oldestWaitMs(): number
  close(): Promise<void>
}

export function openPool(
  url: string,
  {
    name = 'other',
    most = timeOuts.poolConnections,
    statementMs = timeOuts.statementMs,
    onError = () => {},
    getTypeParser,
  }: PoolOptions & { getTypeParser: typeof pg.types.getTypeParser },
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: timeOuts.poolWaitMs,
    idleTimeoutMillis: timeOuts.poolIdleMs,
    keepAlive: true,
    pipeline: true,
    options: settings(statementMs),
    types: { getTypeParser },
  } as pg.PoolConfig)
  const answers = limitAnswers(pool, statementMs + timeOuts.queryMs - timeOuts.statementMs)
  // A connection that is cut, idle or at work, is replaced by the next use; unheard, its error would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    // Leaves ahead of the first statement, which does not wait for it.
    client.query(newerSettings(statementMs)).catch(() => {})
  })
  pool.on('error', () => {})

  const waited = metrics.poolWaitSeconds.labels({ pool: name })
  // In the order in which they came.
  const waiting = new Set<{ since: number }>()
  const oldestWaitMs = (): number => {
    const first = waiting.values().next().value
    return first ? performance.now() - first.since : 0
  }
  const unobserved = whenScraped(() => {
    metrics.poolConnections.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
    metrics.poolConnections.set({ pool: name, state: 'idle' }, pool.idleCount)
    metrics.poolWaiting.set({ pool: name }, pool.waitingCount)
    metrics.poolOldestWait.set({ pool: name }, oldestWaitMs() / 1_000)
  })
  // When the database does not answer on one connection, those that have not been heard of since are as good as lost
  // too: to try each of them out would cost a request and its patience each time.
  const lentAt = new WeakMap<pg.PoolClient, number>()
  const heardAt = new WeakMap<pg.PoolClient, number>()
  let doubtedBefore = 0
  const isDoubtful = (client: pg.PoolClient) => (heardAt.get(client) ?? Number.POSITIVE_INFINITY) < doubtedBefore

  return {
    async connect() {
      const wait = { since: performance.now() }
      waiting.add(wait)
      try {
        let client = await pool.connect()
        while (isDoubtful(client)) {
          client.connection.stream.destroy()
          client.release(true)
          client = await pool.connect()
        }
        lentAt.set(client, performance.now())
        return client
      } finally {
        waiting.delete(wait)
        waited.observe((performance.now() - wait.since) / 1_000)
      }
    },
    release(client, broken, unheardSince = lentAt.get(client) ?? 0) {
      if (broken === undefined) heardAt.set(client, performance.now())
      else if (broken instanceof Error && /timeout/i.test(broken.message))
        doubtedBefore = Math.max(doubtedBefore, unheardSince)
      if (broken instanceof Error && isFatal(broken)) onError(broken)
      client.release(broken)
    },
    oldestWaitMs,
    close() {
      unobserved()
      answers.stop()
      return pool.end()
    },
  }
}

const settings = (statementMs: number) =>
  [
    `statement_timeout=${statementMs}`,
    `lock_timeout=${timeOuts.lockMs}`,
    `idle_in_transaction_session_timeout=${statementMs + timeOuts.idleInTransactionMs - timeOuts.statementMs}`,
    'default_transaction_read_only=on',
    'client_connection_check_interval=500',
    // Every table is many merchants', so none is ever to be read whole: not even while it is small, when a plan for long is made.
    'enable_seqscan=off',
    // Nor is any work worth starting processes for, 5 ms each time, which a plan for any merchant may suppose of the largest.
    'max_parallel_workers_per_gather=0',
    `plan_cache_mode=${onePlan}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')
/** Only PostgreSQL 17 and newer know it. */
const newerSettings = (statementMs: number) => `select case when current_setting('server_version_num')::int >= 170000
  then set_config('transaction_timeout', '${statementMs > timeOuts.statementMs ? 0 : timeOuts.transactionMs}', false) end`

/**
 * Whether a connection's next user would only fail too: it did not answer in time, it is closed or being closed, or it has
 * planned a statement on tables that have been changed since.
 */
export function isBeyondUse(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (isFatal(error)) return true
  return /Query read timeout|Connection terminated|ECONNRESET|EPIPE|not queryable|cached plan must not change/.test(
    error.message,
  )
}
/** PostgreSQL's last word on a connection. */
const isFatal = (error: Error) => (error as pg.DatabaseError).severity === 'FATAL'
