import pg from 'pg'
import { onItsWay } from './answer-times.ts'
import { timeOuts } from './time-outs.ts'

/** A statement with its values; one with a name is parsed and planned once by each connection. */
export interface Question {
  text: string
  values?: readonly unknown[]
  name?: string | undefined
}

/**
 * What is asked of a connection in one turn of the loop leaves together, as one packet: the opening with the first
 * statements, and of a lane what all requests ask that came in at once. Each packet costs a system call and wakes PostgreSQL,
 * which is most of what a list's request costs.
 */
export function ask<R extends object>(client: pg.PoolClient, { text, values, name }: Question) {
  // Made of its text: what is described by an object, pg copies property by property, at the price of reading ten rows.
  const query: Asked<R> = new pg.Query(text, values as unknown[])
  query.name = name
  return submit(client, query)
}

const asTexts = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
/** Asks for rows as arrays of the texts that PostgreSQL writes, under no name. */
export const askForTexts = (client: pg.PoolClient, text: string, values: unknown[]) =>
  submit<(string | null)[]>(client, new pg.Query({ text, values, rowMode: 'array', types: asTexts } as pg.QueryConfig))

function submit<R extends object>(client: pg.PoolClient, query: Asked<R>): Promise<pg.QueryResult<R>> {
  const { stream } = client.connection
  if (stream.writableCorked === 0) {
    stream.cork()
    setImmediate(() => stream.uncork())
  }
  const { due, deadline, patienceMs } = onItsWay(client)
  const now = performance.now()
  due.push(deadline === undefined ? now + patienceMs : Math.max(now + timeOuts.queryLeastMs, deadline))
  return new Promise((resolve, reject) => {
    // Named, not written where it is assigned: V8 takes a function that is made a property for one that lives long, and
    // all that this one reaches, rows included, would stay until the whole heap is collected.
    const answered = (error: Error | null, result: pg.QueryResult<R>) => {
      due.shift()
      if (!error) return resolve(result)
      // Its own stack begins where the answer was read.
      Error.captureStackTrace(error)
      reject(error)
    }
    query.callback = answered
    client.query(query)
  })
}

/** What pg reads of a query, and its types do not know. */
type Asked<R extends object> = pg.Query & {
  name?: string | undefined
  callback?: (error: Error | null, result: pg.QueryResult<R>) => void
}

/** The same SQL text gets the same statement name, so that each connection parses and plans it once. */
export function named(text: string, values: readonly unknown[]): Question {
  let name = names.get(text)
  if (!name && names.size < namesMost) names.set(text, (name = `s${names.size}`))
  return { name, text, values }
}
const names = new Map<string, string>()
const namesMost = 500
