import pg from 'pg'
import { sendQuery, type Statement } from './send-query.ts'
import type { Scope } from './db.ts'

/**
 * PostgreSQL plans a statement once for all values. Nearly all statements find rows by a key, and planning costs more
 * than reading them.
 */
export const onePlan = 'force_generic_plan'
/** PostgreSQL plans a statement anew for its values. */
export const planForEach = 'force_custom_plan'
type Plan = typeof onePlan | typeof planForEach

/**
 * Begins a transaction and sets its scope, in one packet with the first statements; a separate round trip would wake
 * both sides once more.
 */
export async function sendBegin(client: pg.PoolClient, scope: Scope): Promise<void> {
  const asked = [sendQuery(client, begin), sendScope(client, scope)]
  // A connection starts with the plan mode of nearly all statements.
  if (settings.get(client)?.plan === planForEach) asked.push(sendPlanMode(client, onePlan))
  await Promise.all(asked)
}
const begin: Statement = { text: 'begin read write' }

/** Sets the scope of a transaction from the next statement on. */
export const sendScope = (client: pg.PoolClient, { merchantIds, environment }: Scope): Promise<pg.QueryResult> =>
  sendQuery(client, { text: setScope, values: [listed(merchantIds), environment] })
const setScope = "select set_config('app.merchants', $1, true), set_config('app.environment', $2, true)"

/** Sets how a transaction's statements are planned, from the next one on. */
export const sendPlanMode = (client: pg.PoolClient, plan: Plan): Promise<pg.QueryResult> =>
  sendQuery(client, { text: setPlan, values: [plan] })
const setPlan = "select set_config('plan_cache_mode', $1, true)"

/**
 * Runs one statement under a scope. A connection keeps its session settings, so the scope is sent only when it differs,
 * ahead of the statement. A statement fails when the setting it relies on fails. Settings of a writing transaction end
 * with it.
 * @param plan `planForEach` for a statement whose best plan depends on its values.
 */
export async function sendInScope<R extends object>(
  client: pg.PoolClient,
  { merchantIds, environment }: Scope,
  statement: Statement,
  plan: Plan = onePlan,
): Promise<pg.QueryResult<R>> {
  const values = [listed(merchantIds), environment, plan]
  const key = values.join()
  let setting = settings.get(client)
  if (setting?.key !== key) settings.set(client, (setting = set(client, { key, plan }, values)))
  if (setting.known) return sendQuery<R>(client, statement)
  const [answer] = await Promise.all([sendQuery<R>(client, statement), setting.answered])
  return answer
}

/** A session setting of a connection, and whether PostgreSQL has confirmed it. */
interface Setting {
  key: string
  plan: string
  known: boolean
  answered: Promise<void>
}
const settings = new WeakMap<pg.PoolClient, Setting>()

function set(client: pg.PoolClient, asked: Pick<Setting, 'key' | 'plan'>, values: string[]): Setting {
  const text = `select set_config('app.merchants', $1, false), set_config('app.environment', $2, false), set_config('plan_cache_mode', $3, false)`
  const setting: Setting = { ...asked, known: false, answered: Promise.resolve() }
  const answered = sendQuery(client, { text, values }).then(
    () => void (setting.known = true),
    (error: unknown) => {
      if (settings.get(client) === setting) settings.delete(client)
      throw error
    },
  )
  answered.catch(() => {})
  setting.answered = answered
  return setting
}

/** The ids as a PostgreSQL array literal. */
export const listed = (merchantIds: readonly string[]) => `{${merchantIds.join(',')}}`
