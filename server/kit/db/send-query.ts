import pg from 'pg'
import { engineOf } from '#server/db/engine/engine.ts'
import { timeouts } from '#server/kit/timeouts.ts'

/** A statement with its values. Each connection parses and plans its text once, unless it is `unnamed`. */
export interface Statement {
  text: string
  values?: readonly unknown[]
  /** For a text with many variants, and for a statement that is planned for its values anyway. */
  unnamed?: boolean
}

/**
 * Sends a statement on a connection, after all that were sent before. A caller need not await one answer before the
 * next statement (pipelining). Statements of one iteration of the event loop leave as one packet, because each packet
 * costs a system call and wakes PostgreSQL.
 */
export const sendQuery = <R extends object>(client: pg.PoolClient, statement: Statement) =>
  send<R>(client, queryOf(client, statement))

function queryOf(client: pg.PoolClient, { text, values, unnamed = false }: Statement): pg.Query {
  // Constructed from its text: pg copies a config object property by property, which costs as much as reading ten rows.
  const query: pg.Query & { name?: string | undefined } = new pg.Query(text, values as unknown[])
  query.name = unnamed ? undefined : nameOn(client, text)
  return query
}

const asTexts = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
/** Queries rows as arrays of PostgreSQL's text format, without a prepared statement. */
export const sendForTexts = (client: pg.PoolClient, text: string, values: unknown[]) =>
  send<(string | null)[]>(client, new pg.Query({ text, values, rowMode: 'array', types: asTexts } as pg.QueryConfig))

function send<R extends object>(client: pg.PoolClient, query: Sent<R>): Promise<pg.QueryResult<R>> {
  const { stream } = client.connection
  if (stream.writableCorked === 0) {
    stream.cork()
    setImmediate(() => stream.uncork())
  }
  const timer = setTimeout(giveUp, answerMsOf(client), client)
  return new Promise((resolve, reject) => {
    // A named function. V8 treats a function literal assigned to a property as long-lived, so everything it reaches,
    // rows included, would stay until a full garbage collection.
    const answered = (error: Error | null, result: pg.QueryResult<R>) => {
      clearTimeout(timer)
      if (!error) return resolve(result)
      engineOf(client).complete?.(error)
      // The error's own stack begins where the answer was read, not at the caller.
      Error.captureStackTrace(error)
      reject(error)
    }
    query.callback = answered
    client.query(query)
  })
}

/** Fields of a query that pg reads but does not declare in its types. */
type Sent<R extends object> = pg.Query & {
  callback?: (error: Error | null, result: pg.QueryResult<R>) => void
}

/** Closes the connection of a late answer, so that every statement on it fails. */
const giveUp = (client: pg.PoolClient) => void client.connection.stream.destroy(new Error('Query read timeout'))

/** The time limits of a connection: for the answer to one statement, and the deadline of its present transaction. */
const limits = new WeakMap<pg.PoolClient, { answerMs: number; deadline: number | undefined }>()

/** Sets the time limit for each statement of a new connection. */
export const limitAnswers = (client: pg.PoolClient, answerMs: number): void =>
  void limits.set(client, { answerMs, deadline: undefined })

/** Sets the moment by which the statements from here on should be answered; each gets at least `timeouts.queryLeastMs`. */
export function setDeadline(client: pg.PoolClient, deadline: number | undefined): void {
  limitsOf(client).deadline = deadline
}

function answerMsOf(client: pg.PoolClient): number {
  const { answerMs, deadline } = limitsOf(client)
  return deadline === undefined ? answerMs : Math.max(timeouts.queryLeastMs, deadline - performance.now())
}
function limitsOf(client: pg.PoolClient) {
  const found = limits.get(client)
  if (!found) throw new Error('the connection belongs to no pool')
  return found
}

/**
 * The prepared-statement name of a text on one connection, which then parses and plans it once. A connection that has
 * given out `namesMost` names gives out no more and is replaced when its user returns it. This bounds the plans in its
 * memory.
 */
function nameOn(client: pg.PoolClient, text: string): string | undefined {
  let names = namesOf.get(client)
  if (!names) namesOf.set(client, (names = new Map()))
  let name = names.get(text)
  if (name === undefined && names.size < namesMost) names.set(text, (name = `s${names.size}`))
  return name
}

/** Whether a connection has no names left. */
export const isOutOfNames = (client: pg.PoolClient): boolean => namesOf.get(client)?.size === namesMost

const namesOf = new WeakMap<pg.PoolClient, Map<string, string>>()
/** One plan takes some 50 kB of memory of its PostgreSQL process. */
export const namesMost = 500
