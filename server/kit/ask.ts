import pg from 'pg'
import { Turn } from './turn.ts'
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
export const ask = <R extends object>(client: pg.PoolClient, question: Question) =>
  answerTo<R>(client, queryOf(question), alone)

/**
 * The same inside a transaction, in which the first failure ends all: PostgreSQL answers what is asked in one turn at once,
 * for which each process writes and wakes the other only once.
 */
export const askInTransaction = <R extends object>(client: pg.PoolClient, question: Question) =>
  answerTo<R>(client, queryOf(question), inTurn)

function queryOf({ text, values, name }: Question): pg.Query {
  // Made of its text: what is described by an object, pg copies property by property, at the price of reading ten rows.
  const query: pg.Query & { name?: string | undefined } = new pg.Query(text, values as unknown[])
  query.name = name
  return query
}

const asTexts = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
/** Asks for rows as arrays of the texts that PostgreSQL writes, under no name. */
export const askForTexts = (client: pg.PoolClient, text: string, values: unknown[]) =>
  answerTo<(string | null)[]>(
    client,
    new pg.Query({ text, values, rowMode: 'array', types: asTexts } as pg.QueryConfig),
    alone,
  )

function alone(client: pg.PoolClient, query: pg.Query): void {
  endTurn(client)
  client.query(query)
}
function inTurn(client: pg.PoolClient, query: pg.Query): void {
  let turn = turns.get(client)
  if (!turn) turns.set(client, (turn = new Turn(client)))
  turn.add(query)
}
/** Lets PostgreSQL answer what it was asked; before anything else goes over the same connection. */
export function endTurn(client: pg.PoolClient): void {
  turns.get(client)?.end()
  turns.delete(client)
}
const turns = new WeakMap<pg.PoolClient, Turn>()

function answerTo<R extends object>(
  client: pg.PoolClient,
  query: Asked<R>,
  submit: (client: pg.PoolClient, query: pg.Query) => void,
): Promise<pg.QueryResult<R>> {
  const { stream } = client.connection
  if (stream.writableCorked === 0) {
    stream.cork()
    setImmediate(() => {
      endTurn(client)
      stream.uncork()
    })
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
    submit(client, query)
  })
}

/** What pg reads of a query, and its types do not know. */
type Asked<R extends object> = pg.Query & {
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
