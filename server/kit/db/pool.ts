import pg from 'pg'
import { metrics, whenScraped } from '#server/kit/process/metrics.ts'
import { setUp, type Engine } from '#server/db/engine/engine.ts'
import { plain } from '#server/db/engine/plain.ts'
import { isOutOfNames, limitAnswers } from './send-query.ts'
import { timeouts } from '#server/kit/timeouts.ts'

export interface PoolOptions {
  /** The pool's name in metrics. */
  name?: string
  /** The maximum number of connections. */
  most?: number
  /** The number of connections that read-only statements share. Without it, each reader has a connection of its own. */
  sharedReaders?: number
  /** The statement time-out. With a longer one than the default, the transaction itself has no time-out. */
  statementMs?: number
  /**
   * The longest total wait of a transaction for the database, counted from the request for a connection. Each
   * statement gets the rest of that time, but at least `timeouts.queryLeastMs`. Without it each statement gets the full
   * time.
   */
  answerMs?: number
  /** Called with the error of each lost connection. */
  onError?: (error: Error) => void
}

/** A pool of database connections, with time-outs for every statement. One user borrows a connection at a time. */
export interface Pool {
  connect(): Promise<pg.PoolClient>
  /**
   * Returns a connection to the pool; with `broken`, the pool closes it.
   * @param unheardSince when the connection last answered, if that was not when it was borrowed.
   */
  release(client: pg.PoolClient, broken?: Error | true, unheardSince?: number): void
  /** The engine of the database, known from the first connection. */
  engine(): Promise<Engine>
  /** The longest current wait for a connection, in milliseconds; 0 when no request waits. */
  oldestWaitMs(): number
  /** The number of requests that wait for a connection. */
  waiting(): number
  close(): Promise<void>
}

export function openPool(
  url: string,
  {
    name = 'other',
    most = timeouts.poolConnections,
    statementMs = timeouts.statementMs,
    onError = () => {},
    getTypeParser,
  }: PoolOptions & { getTypeParser: typeof pg.types.getTypeParser },
): Pool {
  let engine: Engine | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: timeouts.poolWaitMs,
    idleTimeoutMillis: timeouts.poolIdleMs,
    keepAlive: true,
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => {
      engine = await setUp(client)
    },
    options: settings(statementMs),
    types: { getTypeParser },
  } as pg.PoolConfig)
  // The pool replaces a lost connection on next use. Without this listener, the `error` event would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    limitAnswers(client, statementMs + timeouts.queryMs - timeouts.statementMs)
    // Sent before the first statement, which does not wait for it.
    client.query(newerSettings(statementMs)).catch(() => {})
  })
  pool.on('error', () => {})

  const waited = metrics.poolWaitSeconds.labels({ pool: name })
  // A Set keeps the order of insertion, so the first entry has waited longest.
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
  // After a time-out on one connection, all connections that have not answered since are presumed lost: trying each of
  // them would cost one request its full time-out.
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
      client.release(broken ?? isOutOfNames(client))
    },
    async engine() {
      if (!engine) (await pool.connect()).release()
      return engine as unknown as Engine
    },
    oldestWaitMs,
    waiting: () => waiting.size,
    close() {
      unobserved()
      return pool.end()
    },
  }
}

const settings = (statementMs: number) =>
  [
    `statement_timeout=${statementMs}`,
    `lock_timeout=${timeouts.lockMs}`,
    `idle_in_transaction_session_timeout=${statementMs + timeouts.idleInTransactionMs - timeouts.statementMs}`,
    'default_transaction_read_only=on',
    'client_connection_check_interval=500',
    // Every table holds many merchants' rows, so no plan may scan a whole one. A table that is small at planning time
    // would otherwise get a sequential scan in a cached plan.
    'enable_seqscan=off',
    // Starting parallel workers costs 5 ms each time, and a generic plan may assume the largest merchant.
    'max_parallel_workers_per_gather=0',
    `plan_cache_mode=${plain.onePlan}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')
/** `transaction_timeout` exists from PostgreSQL 17 on. */
const newerSettings = (statementMs: number) => `select case when current_setting('server_version_num')::int >= 170000
  then set_config('transaction_timeout', '${statementMs > timeouts.statementMs ? 0 : timeouts.transactionMs}', false) end`

/**
 * Whether an error makes its connection unusable: it did not answer in time, it is closed or closing, or a cached plan
 * refers to a table that has been changed since.
 */
export function isBeyondUse(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (isFatal(error)) return true
  return /Query read timeout|Connection terminated|ECONNRESET|EPIPE|not queryable|cached plan must not change/.test(
    error.message,
  )
}
/** PostgreSQL closes a connection after an error of severity FATAL. */
const isFatal = (error: Error) => (error as pg.DatabaseError).severity === 'FATAL'
