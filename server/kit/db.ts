import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
} from 'kysely'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'
import type { Environment } from '#contract/kit/wire.ts'
import type { Tables } from '#server/db/tables.ts'
import { lastChanges } from './last-changes.ts'
import { nobodyScope } from './nobody.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { timeOuts } from './time-outs.ts'

/** Queries of one transaction, under its scope. */
export type Db = Kysely<Tables>

/** Whose rows a request or job may touch: the merchants that it names, in one environment. */
export interface Scope {
  merchantIds: readonly [string, ...string[]]
  environment: Environment
}

export interface Transaction {
  db: Db
  /** Plain SQL in the same transaction, for the kit's own statements. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>
  /** Rows of a statement that is asked this once, as arrays of the texts that PostgreSQL writes. */
  read(text: string, values?: unknown[]): Promise<(string | null)[][]>
  /**
   * Sends a change whose answer nobody needs: it keeps its place among the statements, and nobody waits for it before
   * the commit, which fails if it did.
   */
  send(change: Change): void
  /**
   * The same, but after all else, just before the commit: for rows that many wait for. Those of several scopes go in an
   * order that is the same everywhere, so that no two transactions wait for each other.
   */
  last(change: Change, scope: Scope): void
  /** What the transaction may touch from here on. */
  enter(scope: Scope): Promise<void>
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
   * Read-only work cannot change anything; as every statement sees its own moment anyway (read committed), it is spared
   * the begin and commit, and with them a round trip.
   */
  transaction<T>(scope: Scope | null, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** How long the first of those who wait for a connection has waited, in milliseconds; 0 when nobody does. */
  oldestWaitMs(): number
  close(): Promise<void>
}

export interface TransactionOptions {
  readOnly?: boolean
  /** Ends it at once, whatever it waits for: its connection is cut, and PostgreSQL notices within half a second. */
  signal?: AbortSignal
}

/** @param options.name of the pool, for metrics. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const { connect, release, oldestWaitMs, close } = openPool(url, { ...options, getTypeParser })

  async function transaction<T>(
    scope: Scope | null,
    work: (tx: Transaction) => Promise<T>,
    { readOnly = false, signal }: TransactionOptions = {},
  ): Promise<T> {
    const since = performance.now()
    const client = await connect()
    if (options.answerMs !== undefined) deadlines.set(client, since + options.answerMs)
    const cut = () => client.connection.stream.destroy()
    if (signal?.aborted) cut()
    signal?.addEventListener('abort', cut)
    const { tx, sent, notes, sendLast, end } = transactionOf(client, scope ?? nobodyScope)
    let broken: Error | undefined
    const opening = readOnly ? reading(client, scope ?? nobodyScope) : writing(scope ?? nobodyScope)
    const opened: Promise<unknown> = opening === null ? Promise.resolve() : ask(client, opening)
    opened.catch(() => {})
    try {
      const result = await work(tx)
      sendLast()
      const [ending] = await Promise.all([readOnly ? null : ask(client, 'commit'), opened, ...sent])
      // PostgreSQL answers ROLLBACK to the commit of a transaction that an error had ended.
      if (ending && ending.command !== 'COMMIT') throw new Error('the transaction was rolled back')
      for (const note of notes) note()
      return result
    } catch (error) {
      readingScopes.delete(client)
      if (isBeyondUse(error)) broken = error
      else if (!readOnly) await client.query(rollback).catch((failure: Error) => (broken = failure))
      const failure = await firstFailure([opened, ...sent], error)
      if (isBeyondUse(failure)) broken = failure
      throw failure
    } finally {
      end()
      signal?.removeEventListener('abort', cut)
      release(client, broken ?? (signal?.aborted || undefined))
    }
  }
  return { transaction, oldestWaitMs, close }
}

/** A rollback that does not come through in a moment is the server's to do, when the connection is closed. */
const rollback = { text: 'rollback', query_timeout: 1_000 } as pg.QueryConfig

/**
 * Whether a connection's next user would only fail too: it did not answer in time, it is closed, or it has planned a
 * statement on tables that have been changed since.
 */
function isBeyondUse(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return /Query read timeout|Connection terminated|not queryable|cached plan must not change/.test(error.message)
}

/** Why a transaction failed: a statement that was not waited for, unless that only met the failure of another. */
async function firstFailure(statements: Promise<unknown>[], error: unknown): Promise<unknown> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === 'rejected' && (outcome.reason as { code?: string }).code !== '25P02') return outcome.reason
  return error
}

/**
 * Statements are planned once for all values: nearly all find rows by a key, and a plan for each costs more than the rows.
 * The exception is `planForEach`.
 */
const onePlan = 'force_generic_plan'

/** Begins and sets the scope as one message, which costs the least on both sides. */
function writing({ merchantIds, environment }: Scope): string {
  const merchants = pg.escapeLiteral(listed(merchantIds))
  return `begin read write; set local app.merchants = ${merchants}; set local app.environment = ${pg.escapeLiteral(environment)}; set local plan_cache_mode = ${onePlan}`
}

/**
 * Sets the connection's scope for reading, which stays until another use needs another; null when it is set so already.
 * What a transaction that writes sets is gone with it.
 */
function reading(client: pg.PoolClient, { merchantIds, environment }: Scope): pg.QueryConfig | null {
  const values = [listed(merchantIds), environment]
  const scope = values.join()
  if (readingScopes.get(client) === scope) return null
  readingScopes.set(client, scope)
  const text = `select set_config('app.merchants', $1, false), set_config('app.environment', $2, false), set_config('plan_cache_mode', '${onePlan}', false)`
  return { name: 'reading', text, values }
}
/** What each connection is set to, as far as that is certain: a failure of any kind makes it unknown. */
const readingScopes = new WeakMap<pg.PoolClient, string>()
const listed = (merchantIds: readonly string[]) => `{${merchantIds.join(',')}}`

/** What is asked in one turn of the loop leaves together, as one packet: the opening with the first statements. */
function ask<R extends object>(client: pg.PoolClient, question: string | pg.QueryConfig): Promise<pg.QueryResult<R>> {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const deadline = deadlines.get(client)
  if (deadline === undefined) return client.query<R>(question)
  const asked = typeof question === 'string' ? { text: question } : question
  const query_timeout = Math.max(timeOuts.queryLeastMs, Math.ceil(deadline - performance.now()))
  return client.query<R>({ ...asked, query_timeout } as pg.QueryConfig)
}
/** Until when the transaction on a connection should be over, where somebody waits for it. */
const deadlines = new WeakMap<pg.PoolClient, number>()

const asTexts = { getTypeParser: () => (value: unknown) => value }
const askForTexts = (client: pg.PoolClient, text: string, values: unknown[]) =>
  client.query<(string | null)[], unknown[]>({
    text,
    values,
    rowMode: 'array',
    types: asTexts as unknown as pg.CustomTypesConfig,
  })

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('queries run in a transaction')) })

/** Builds queries that run in no transaction yet: what is the same in each request is put together once. */
export const build: Db = new Kysely<Tables>({ dialect })

/** What work may ask of its connection until `end`: what comes after would be asked in the next one's scope. */
function transactionOf(
  client: pg.PoolClient,
  opened: Scope,
): {
  tx: Transaction
  sent: Promise<unknown>[]
  notes: (() => void)[]
  sendLast(): void
  end(): void
} {
  let over = false
  const lasts = lastChanges(opened)
  const sent: Promise<unknown>[] = []
  const notes: (() => void)[] = []
  const enter = (scope: Scope) => {
    lasts.enter(scope)
    return run("select set_config('app.merchants', $1, true), set_config('app.environment', $2, true)", [
      listed(scope.merchantIds),
      scope.environment,
    ])
  }
  const send = (statement: Promise<unknown>) => {
    statement.catch(() => {})
    sent.push(statement)
  }
  function run<R extends object>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    if (over) throw new Error('a query after the end of its transaction')
    return ask<R>(client, named(text, values as unknown[]))
  }
  const connection: DatabaseConnection = {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const { command, rowCount, rows } = await run(compiled.sql, compiled.parameters)
      return { rows: rows as R[], ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    },
    streamQuery() {
      throw new Error('stream through a cursor of its own')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  const db = new Kysely<Tables>({ config: { dialect }, driver: new DummyDriver(), executor, dialect })
  return {
    tx: {
      db,
      async query<R extends object>(text: string, values: unknown[]) {
        return (await run<R>(text, values)).rows
      },
      async read(text: string, values: unknown[] = []) {
        if (over) throw new Error('a query after the end of its transaction')
        return (await askForTexts(client, text, values)).rows
      },
      send: ({ sql, parameters }) => send(run(sql, parameters)),
      last: lasts.last,
      enter: async (scope) => void (await enter(scope)),
      afterCommit: (note) => void notes.push(note),
      planForEach() {
        readingScopes.delete(client)
        this.send({ sql: `select set_config('plan_cache_mode', 'force_custom_plan', false)`, parameters: [] })
      },
    },
    sent,
    notes,
    sendLast() {
      for (const { change, before } of lasts.inOrder()) {
        if (before) send(enter(before))
        send(run(change.sql, change.parameters))
      }
    },
    end: () => (over = true),
  }
}

/** The same SQL text gets the same statement name, so that each connection parses and plans it once. */
const names = new Map<string, string>()
const namesMost = 500
function named(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (!name && names.size < namesMost) names.set(text, (name = `s${names.size}`))
  return name ? { name, text, values } : { text, values }
}

/** bigint for int8, text for numeric (exact), 'YYYY-MM-DD' for date; the rest as pg has it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return BigInt
  if (oid === pg.types.builtins.DATE) return (value: string) => value
  return pg.types.getTypeParser(oid, format as 'text')
}
