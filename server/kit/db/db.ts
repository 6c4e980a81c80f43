import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Environment } from '#contract/kit/wire.ts'
import type { Engine } from '#server/db/engine/engine.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Insert } from './append.ts'
import { sendQuery, setDeadline } from './send-query.ts'
import { openSharedReaders } from './shared-readers.ts'
import { noTenantScope } from './no-tenant.ts'
import { sendBegin } from './session-settings.ts'
import { isBeyondUse, openPool, type PoolOptions } from './pool.ts'
import { readTransaction } from './read-transaction.ts'
import { writeTransaction } from './write-transaction.ts'

/** Queries of one transaction, under its scope. */
export type Db = Kysely<Tables>

/** The merchants and the environment whose rows a request or job may touch. */
export interface Scope {
  merchantIds: readonly [string, ...string[]]
  environment: Environment
}

/** The scope of one merchant and environment. */
export const scopeOf = ({ merchantId, environment }: { merchantId: string; environment: Environment }): Scope => ({
  merchantIds: [merchantId],
  environment,
})

export interface Transaction {
  /** The Kysely query builder of this transaction, created on first use. */
  queries(): Db
  /** Plain SQL in the same transaction, for the kit's own statements. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>
  /** Runs a statement that is not worth preparing; returns rows as arrays of PostgreSQL's text format. */
  read(text: string, values?: unknown[]): Promise<(string | null)[][]>
  /** Copies rows in PostgreSQL's text format by `copy … from stdin`, behind all statements before. */
  copyIn(text: string, rows: Iterable<Uint8Array>): Promise<void>
  /**
   * Sends a change without waiting for its answer. The order of the statements is kept, so later statements see its
   * effect. The commit waits for the change and fails if it failed.
   */
  write(change: Change): void
  /**
   * Adds a row to an append-only table. Rows of one table are collected, and sent before the next statement or the
   * commit.
   */
  append(insert: Insert, values: unknown[]): void
  /**
   * Sends changes just before the commit: for rows that many transactions lock, such as the end of an audit chain.
   * Changes of several scopes are sent in one global order, which rules out deadlocks.
   */
  last(changes: readonly Change[], scope: Scope): void
  /** The engine of the database. */
  engine(): Promise<Engine>
  /** Sets the scope for the statements from here on. */
  enter(scope: Scope): Promise<void>
  /** Runs `note` after a successful commit only; metrics use it. */
  afterCommit(note: () => void): void
  /**
   * From here on PostgreSQL plans each statement for its values, without a prepared statement: for lists with arbitrary
   * filters.
   */
  planForEach(): void
}

export type Change = Pick<CompiledQuery, 'sql' | 'parameters'>

export interface Database {
  /**
   * Runs `work` in one transaction under the scope's row-level security. Commits when it resolves and rolls back when
   * it throws. The scope and the first statements travel in one round trip. `scope: null` sees no merchant's rows.
   *
   * Read-only work cannot change anything. It runs without BEGIN, because every statement takes its own snapshot under
   * read committed anyway; its statements may share connections with other requests (`shared-readers.ts`).
   */
  transaction<T>(scope: Scope | null, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The longest current wait for a connection, in milliseconds; 0 when no request waits. */
  oldestWaitMs(): number
  /** The number of requests that wait for a connection. */
  waiting(): number
  close(): Promise<void>
}

export interface TransactionOptions {
  readOnly?: boolean
  /**
   * Aborts work that is not read-only at once: its connection is closed, and PostgreSQL notices within half a second.
   */
  signal?: AbortSignal
}

/** @param options.name the pool's name in metrics. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = openPool(url, { ...options, getTypeParser })
  const sharedReaders = openSharedReaders(pool, options.sharedReaders ?? 0)
  const { answerMs } = options
  const deadline = () => (answerMs === undefined ? undefined : performance.now() + answerMs)

  async function read<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { tx, notes, end } = readTransaction({ sharedReaders, pool }, scope, deadline())
    try {
      const result = await work(tx)
      for (const note of notes) note()
      return result
    } finally {
      end()
    }
  }

  async function write<T>(scope: Scope, work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const until = deadline()
    const client = await pool.connect()
    setDeadline(client, until)
    const cut = () => client.connection.stream.destroy()
    if (signal?.aborted) cut()
    signal?.addEventListener('abort', cut)
    const { tx, sent, notes, finish, end } = writeTransaction(client, scope)
    let broken: Error | undefined
    const opened = sendBegin(client, scope)
    opened.catch(() => {})
    try {
      const result = await work(tx)
      finish()
      const [ending] = await Promise.all([sendQuery(client, commit), opened, ...sent])
      // PostgreSQL answers ROLLBACK to a COMMIT after an error in the transaction.
      if (ending.command !== 'COMMIT') throw new Error('the transaction was rolled back')
      for (const note of notes) note()
      return result
    } catch (error) {
      end()
      if (isBeyondUse(error)) broken = error
      else await rollBack(client).catch((failure: Error) => (broken = failure))
      const failure = await firstFailure([opened, ...sent], error)
      if (isBeyondUse(failure)) broken = failure
      throw failure
    } finally {
      signal?.removeEventListener('abort', cut)
      pool.release(client, broken ?? (signal?.aborted || undefined))
    }
  }

  return {
    transaction: (scope, work, { readOnly = false, signal } = {}) =>
      readOnly ? read(scope ?? noTenantScope, work) : write(scope ?? noTenantScope, work, signal),
    oldestWaitMs: pool.oldestWaitMs,
    waiting: pool.waiting,
    close: pool.close,
  }
}

const commit = { text: 'commit' }

function rollBack(client: pg.PoolClient): Promise<unknown> {
  return client.query(rollback)
}
/** A rollback gets one second. After that the connection is closed, and PostgreSQL rolls back by itself. */
const rollback = { text: 'rollback', query_timeout: 1_000 } as pg.QueryConfig

/**
 * The first error of a transaction: that of an unawaited statement, unless it only failed because of an earlier error.
 */
async function firstFailure(statements: Promise<unknown>[], error: unknown): Promise<unknown> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === 'rejected' && !metAFailure(outcome.reason)) return outcome.reason
  return error
}
/**
 * After an error PostgreSQL refuses each further statement with 25P02, or with 26000 when its name was never parsed.
 */
const metAFailure = (error: { code?: string }) => error.code === '25P02' || error.code === '26000'

/** bigint for int8, text for numeric (exact), 'YYYY-MM-DD' for date; the rest as pg has it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return BigInt
  if (oid === pg.types.builtins.DATE) return (value: string) => value
  return pg.types.getTypeParser(oid, format as 'text')
}
