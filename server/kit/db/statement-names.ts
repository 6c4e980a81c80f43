import type pg from 'pg'

/**
 * The prepared-statement name of a text on one connection, which then parses and plans it once. A connection that has
 * given out `namesMost` names gives out no more and is replaced when its user returns it. This bounds the plans in its
 * memory.
 */
export function nameOn(client: pg.PoolClient, text: string): string | undefined {
  let names = connections.get(client)
  if (!names) connections.set(client, (names = new Map()))
  let name = names.get(text)
  if (name === undefined && names.size < namesMost) names.set(text, (name = `s${names.size}`))
  return name
}

/** Whether a connection has no names left. */
export const isOutOfNames = (client: pg.PoolClient): boolean => connections.get(client)?.size === namesMost

const connections = new WeakMap<pg.PoolClient, Map<string, string>>()
/** One plan takes some 50 kB of memory of its PostgreSQL process. */
export const namesMost = 500
