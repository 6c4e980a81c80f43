import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Environment } from '#contract/kit/wire.ts'
import type { Tables } from '#server/db/tables.ts'
import { onItsWay } from './answer-times.ts'
import { askInTransaction, endTurn } from './ask.ts'
import { openLanes } from './lanes.ts'
import { nobodyScope } from './nobody.ts'
import { askToWrite } from './opening.ts'
import { isBeyondUse, openPool, type PoolOptions } from './pool.ts'
import { readingOf } from './reading.ts'
import { transactionOf } from './transaction-of.ts'

/** Queries of one transaction, under its scope. */
export type Db = Kysely<Tables>

/** Whose rows a request or job may touch: the merchants that it names, in one environment. */
export interface Scope {
  merchantIds: readonly [string, ...string[]]
  environment: Environment
}

export interface Transaction {
  /** Builds queries that run in it; made when first asked for. */
  queries(): Db
  /** Plain SQL in the same transaction, for the kit's own statements. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>
  /** Rows of a statement that was built before (`statement` of build.ts). */
  rows<R>(compiled: CompiledQuery<R>): Promise<R[]>
  /** Rows of a statement that is asked this once, as arrays of the texts that PostgreSQL writes. */
  read(text: string, values?: unknown[]): Promise<(string | null)[][]>
  /**
   * Sends a change whose answer nobody needs: it keeps its place among the statements, and nobody waits for it before
   * the commit, which fails if it did.
   */
  send(change: Change): void
  /**
   * The same for a change that nothing in this transaction looks at: it waits for others and goes with them, as one
   * statement, before the commit or the next `enter`. None of them may touch a row of another. One without a `with`.
   * @param refused gives the failure to tell instead, for one that is foreseen.
   */
  later(change: Change, refused?: (failure: unknown) => unknown): void
  /** Sends what waits, for whoever looks at it after all. */
  flush(): void
  /**
   * The same, but after all else, just before the commit: for rows that many wait for. Those of several scopes go in an
   * order that is the same everywhere, so that no two transactions wait for each other.
   */
  last(change: Change, scope: Scope): void
  /** What the transaction may touch from here on. */
  enter(scope: Scope): Promise<void>
  /** From here on nothing of it is kept, whatever its work does still: it is rolled back, and what its work says is given. */
  undo(): void
  /** Runs once the transaction is committed, and only then; for counting what happened. */
  afterCommit(note: () => void): void
  /** From here on statements are planned for their values: for lists of what somebody wished for. */
  planForEach(): void
}

export type Change = Pick<CompiledQuery, 'sql' | 'parameters'>

export interface Database {
  /**
   * Runs `work` in one transaction under the scope's row-level security; commits when it resolves, rolls back when it
   * throws. The scope and the first statements travel in one round trip. `scope: null` sees no merchant's rows.
   *
   * Read-only work cannot change anything; as every statement sees its own moment anyway (read committed), it is no
   * transaction of the database's, and its statements may share connections with those of others (`lanes.ts`).
   */
  transaction<T>(scope: Scope | null, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** How long the first of those who wait for a connection has waited, in milliseconds; 0 when nobody does. */
  oldestWaitMs(): number
  close(): Promise<void>
}

export interface TransactionOptions {
  readOnly?: boolean
  /**
   * Ends work that is not read-only at once, whatever it waits for: its connection is cut, and PostgreSQL notices within
   * half a second.
   */
  signal?: AbortSignal
}

/** @param options.name of the pool, for metrics. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = openPool(url, { ...options, getTypeParser })
  const lanes = openLanes(pool, options.lanes ?? 0)
  const { answerMs } = options

  async function read<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const deadline = answerMs === undefined ? undefined : performance.now() + answerMs
    const { tx, notes, end } = readingOf({ lanes, pool }, scope, deadline)
    try {
      const result = await work(tx)
      for (const note of notes) note()
      return result
    } finally {
      end()
    }
  }

  async function write<T>(scope: Scope, work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const since = performance.now()
    const client = await pool.connect()
    if (answerMs !== undefined) onItsWay(client).deadline = since + answerMs
    const cut = () => client.connection.stream.destroy()
    if (signal?.aborted) cut()
    signal?.addEventListener('abort', cut)
    const { tx, sent, notes, finish, end, isUndone } = transactionOf(client, scope)
    let broken: Error | undefined
    const opened = askToWrite(client, scope)
    opened.catch(() => {})
    try {
      const result = await work(tx)
      if (isUndone()) {
        end()
        await rollBack(client)
        return result
      }
      finish()
      const [ending] = await Promise.all([askInTransaction(client, commit), opened, ...sent])
      // PostgreSQL answers ROLLBACK to the commit of a transaction that an error had ended.
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
      readOnly ? read(scope ?? nobodyScope, work) : write(scope ?? nobodyScope, work, signal),
    oldestWaitMs: pool.oldestWaitMs,
    close: pool.close,
  }
}

/** In one turn with what was asked last. */
const commit = { name: 'commit', text: 'commit' }

function rollBack(client: pg.PoolClient): Promise<unknown> {
  endTurn(client)
  return client.query(rollback)
}
/** A rollback that does not come through in a moment is the server's to do, when the connection is closed. */
const rollback = { text: 'rollback', query_timeout: 1_000 } as pg.QueryConfig

/** Why a transaction failed: a statement that was not waited for, unless that only met the failure of another. */
async function firstFailure(statements: Promise<unknown>[], error: unknown): Promise<unknown> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === 'rejected' && (outcome.reason as { code?: string }).code !== '25P02') return outcome.reason
  return error
}

/** bigint for int8, text for numeric (exact), 'YYYY-MM-DD' for date; the rest as pg has it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return BigInt
  if (oid === pg.types.builtins.DATE) return (value: string) => value
  return pg.types.getTypeParser(oid, format as 'text')
}
