import type pg from 'pg'
import { engineOf, type ScopeTexts } from '#server/db/engine/engine.ts'
import { sendQuery, type Statement } from './send-query.ts'
import type { Scope } from './db.ts'

/** PostgreSQL plans a statement anew for its values. */
export const planForEach = 'force_custom_plan'

/**
 * Begins a transaction and sets its scope, in one packet with the first statements; a separate round trip would wake
 * both sides once more.
 */
export async function sendBegin(client: pg.PoolClient, scope: Scope): Promise<void> {
  const { begin, onePlan } = engineOf(client)
  const asked = sendAll(client, begin(textsOf(scope)))
  // A connection starts with the plan mode of nearly all statements.
  if (settings.get(client)?.plan === planForEach) asked.push(sendPlanMode(client, onePlan))
  await Promise.all(asked)
}

/** Sets the scope of a transaction from the next statement on. */
export const sendScope = (client: pg.PoolClient, scope: Scope): Promise<unknown> =>
  Promise.all(sendAll(client, engineOf(client).scope(textsOf(scope))))

/** Sets how a transaction's statements are planned, from the next one on. */
export const sendPlanMode = (client: pg.PoolClient, plan: string): Promise<pg.QueryResult> =>
  sendQuery(client, { text: setPlan, values: [plan] })
const setPlan = "select set_config('plan_cache_mode', $1, true)"

/**
 * Runs one statement under a scope, outside of a transaction. A connection keeps its session settings, so the scope is
 * sent only when it differs, ahead of the statement. A statement fails when the setting it relies on fails. Settings of a
 * writing transaction end with it. Where the scope cannot be a setting of the connection, the statement gets a
 * transaction of its own.
 * @param plan `planForEach` for a statement whose best plan depends on its values.
 */
export async function sendInScope<R extends object>(
  client: pg.PoolClient,
  scope: Scope,
  statement: Statement,
  plan?: typeof planForEach,
): Promise<pg.QueryResult<R>> {
  const engine = engineOf(client)
  const around = engine.around(textsOf(scope))
  if (around) return sendAround<R>(client, around, statement)
  const { merchants, environment } = textsOf(scope)
  const values = [merchants, environment, plan ?? engine.onePlan]
  const key = values.join()
  let setting = settings.get(client)
  if (setting?.key !== key) settings.set(client, (setting = set(client, { key, plan: plan ?? engine.onePlan }, values)))
  if (setting.known) return sendQuery<R>(client, statement)
  const [answer] = await Promise.all([sendQuery<R>(client, statement), setting.answered])
  return answer
}

async function sendAround<R extends object>(
  client: pg.PoolClient,
  { before, after }: { before: readonly Statement[]; after: readonly Statement[] },
  statement: Statement,
): Promise<pg.QueryResult<R>> {
  const opened = sendAll(client, before)
  const asked = sendQuery<R>(client, statement)
  const answers = await Promise.allSettled([...opened, asked, ...sendAll(client, after)])
  // The first failure is why the others fail.
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  return asked
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

/** Sends statements one behind the other. Whoever does not wait for an answer meets its failure in what comes after. */
function sendAll(client: pg.PoolClient, statements: readonly Statement[]): Promise<pg.QueryResult>[] {
  return statements.map((statement) => {
    const answer = sendQuery(client, statement)
    answer.catch(() => {})
    return answer
  })
}

const textsOf = ({ merchantIds, environment }: Scope): ScopeTexts => ({ merchants: listed(merchantIds), environment })

/** The ids as a PostgreSQL array literal. */
export const listed = (merchantIds: readonly string[]) => `{${merchantIds.join(',')}}`
