import pg from 'pg'
import { ask, askInTransaction, named, type Question } from './ask.ts'
import type { Scope } from './db.ts'

/**
 * Statements are planned once for all values: nearly all find rows by a key, and a plan for each costs more than the rows.
 */
export const onePlan = 'force_generic_plan'
/** The exception. */
export const planForEach = 'force_custom_plan'
type Plan = typeof onePlan | typeof planForEach

/** Begins and sets the scope, in one turn with what is asked first: an answer of its own would wake both sides once more. */
export async function askToWrite(client: pg.PoolClient, scope: Scope): Promise<void> {
  const asked = [askInTransaction(client, begin), askToEnter(client, scope)]
  // A connection is made with the mode that nearly all need.
  if (settings.get(client)?.plan === planForEach) asked.push(askToPlan(client, onePlan))
  await Promise.all(asked)
}
const begin: Question = { name: 'begin', text: 'begin read write' }

/** Sets the scope of a transaction, from the next statement on. */
export const askToEnter = (client: pg.PoolClient, { merchantIds, environment }: Scope): Promise<pg.QueryResult> =>
  askInTransaction(client, named(setScope, [listed(merchantIds), environment]))
const setScope = "select set_config('app.merchants', $1, true), set_config('app.environment', $2, true)"

/** Sets how a transaction's statements are planned, from the next one on. */
export const askToPlan = (client: pg.PoolClient, plan: Plan): Promise<pg.QueryResult> =>
  askInTransaction(client, named(setPlan, [plan]))
const setPlan = "select set_config('plan_cache_mode', $1, true)"

/**
 * Asks one statement within a scope, which a connection keeps until another is asked for: only then it is set anew, ahead
 * of the statement. Whoever relies on a setting that is still on its way fails with it. What a transaction that writes
 * sets is gone with it.
 * @param plan `planForEach`, for a statement of which the values decide how it is best done.
 */
export async function askWithin<R extends object>(
  client: pg.PoolClient,
  { merchantIds, environment }: Scope,
  question: Question,
  plan: Plan = onePlan,
): Promise<pg.QueryResult<R>> {
  const values = [listed(merchantIds), environment, plan]
  const key = values.join()
  let setting = settings.get(client)
  if (setting?.key !== key) settings.set(client, (setting = set(client, { key, plan }, values)))
  if (setting.known) return ask<R>(client, question)
  const [answer] = await Promise.all([ask<R>(client, question), setting.answered])
  return answer
}

/** What a connection is set to, and whether PostgreSQL has said so. */
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
  const answered = ask(client, { name: 'reading', text, values }).then(
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

/** As PostgreSQL writes an array of them. */
export const listed = (merchantIds: readonly string[]) => `{${merchantIds.join(',')}}`
