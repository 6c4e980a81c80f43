import pg from 'pg'
import { onItsWay } from './query-timeouts.ts'
import { nameOn } from './statement-names.ts'
import { timeouts } from '#server/kit/timeouts.ts'

/** A statement with its values. Each connection parses and plans its text once, unless it is `unnamed`. */
export interface Question {
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
export const ask = <R extends object>(client: pg.PoolClient, question: Question) =>
  answerTo<R>(client, queryOf(client, question))

function queryOf(client: pg.PoolClient, { text, values, unnamed = false }: Question): pg.Query {
  // Constructed from its text: pg copies a config object property by property, which costs as much as reading ten rows.
  const query: pg.Query & { name?: string | undefined } = new pg.Query(text, values as unknown[])
  query.name = unnamed ? undefined : nameOn(client, text)
  return query
}

const asTexts = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
/** Queries rows as arrays of PostgreSQL's text format, without a prepared statement. */
export const askForTexts = (client: pg.PoolClient, text: string, values: unknown[]) =>
  answerTo<(string | null)[]>(
    client,
    new pg.Query({ text, values, rowMode: 'array', types: asTexts } as pg.QueryConfig),
  )

function answerTo<R extends object>(client: pg.PoolClient, query: Asked<R>): Promise<pg.QueryResult<R>> {
  const { stream } = client.connection
  if (stream.writableCorked === 0) {
    stream.cork()
    setImmediate(() => stream.uncork())
  }
  const { due, deadline, patienceMs } = onItsWay(client)
  const now = performance.now()
  due.push(deadline === undefined ? now + patienceMs : Math.max(now + timeouts.queryLeastMs, deadline))
  return new Promise((resolve, reject) => {
    // A named function. V8 treats a function literal assigned to a property as long-lived, so everything it reaches,
    // rows included, would stay until a full garbage collection.
    const answered = (error: Error | null, result: pg.QueryResult<R>) => {
      due.shift()
      if (!error) return resolve(result)
      // The error's own stack begins where the answer was read, not at the caller.
      Error.captureStackTrace(error)
      reject(error)
    }
    query.callback = answered
    client.query(query)
  })
}

/** Fields of a query that pg reads but does not declare in its types. */
type Asked<R extends object> = pg.Query & {
  callback?: (error: Error | null, result: pg.QueryResult<R>) => void
}
