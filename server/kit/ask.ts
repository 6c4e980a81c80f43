import type pg from 'pg'
import { timeOuts } from './time-outs.ts'

/** What is asked in one turn of the loop leaves together, as one packet: the opening with the first statements. */
export function ask<R extends object>(
  client: pg.PoolClient,
  question: string | pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
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
export const deadlines = new WeakMap<pg.PoolClient, number>()

const asTexts = { getTypeParser: () => (value: unknown) => value }
/** Asks for rows as arrays of the texts that PostgreSQL writes, under no name. */
export const askForTexts = (client: pg.PoolClient, text: string, values: unknown[]) =>
  client.query<(string | null)[], unknown[]>({
    text,
    values,
    rowMode: 'array',
    types: asTexts as unknown as pg.CustomTypesConfig,
  })

/** The same SQL text gets the same statement name, so that each connection parses and plans it once. */
export function named(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (!name && names.size < namesMost) names.set(text, (name = `s${names.size}`))
  return name ? { name, text, values } : { text, values }
}
const names = new Map<string, string>()
const namesMost = 500
