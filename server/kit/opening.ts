import pg from 'pg'
import type { Question } from './ask.ts'
import type { Scope } from './db.ts'

/**
 * Statements are planned once for all values: nearly all find rows by a key, and a plan for each costs more than the rows.
 * The exception is `planForEach`.
 */
const onePlan = 'force_generic_plan'

/** Begins and sets the scope as one message, which costs the least on both sides. */
export function writing({ merchantIds, environment }: Scope): Question {
  const merchants = pg.escapeLiteral(listed(merchantIds))
  const text = `begin read write; set local app.merchants = ${merchants}; set local app.environment = ${pg.escapeLiteral(environment)}; set local plan_cache_mode = ${onePlan}`
  return { text }
}

/**
 * Sets the connection's scope for reading, which stays until another use needs another; null when it is set so already.
 * What a transaction that writes sets is gone with it.
 */
export function reading(client: pg.PoolClient, { merchantIds, environment }: Scope): Question | null {
  const values = [listed(merchantIds), environment]
  const scope = values.join()
  if (readingScopes.get(client) === scope) return null
  readingScopes.set(client, scope)
  const text = `select set_config('app.merchants', $1, false), set_config('app.environment', $2, false), set_config('plan_cache_mode', '${onePlan}', false)`
  return { name: 'reading', text, values }
}
/** What each connection is set to, as far as that is certain: a failure of any kind makes it unknown. */
const readingScopes = new WeakMap<pg.PoolClient, string>()
/** What a connection is set to is no longer what its next reader counts on. */
export const forgetReading = (client: pg.PoolClient): void => void readingScopes.delete(client)

/** As PostgreSQL writes an array of them. */
export const listed = (merchantIds: readonly string[]) => `{${merchantIds.join(',')}}`
