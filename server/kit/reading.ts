import type pg from 'pg'
import { onItsWay } from './answer-times.ts'
import { askForTexts, named, type Question } from './ask.ts'
import type { Scope, Transaction } from './db.ts'
import type { Lanes } from './lanes.ts'
import { askWithin, planForEach } from './opening.ts'
import { isBeyondUse, type Pool } from './pool.ts'
import { questionsOf } from './questions.ts'

/**
 * What read-only work may ask, until `end`. Every statement sees its own moment anyway (read committed), so there is no
 * transaction to begin and end, and a statement may go over whichever connection takes it: a lane, or where none does, or
 * the work is known to be slow, one of its own from there on.
 * @param deadline by when all of it should be over.
 */
export function readingOf(
  { lanes, pool }: { lanes: Lanes; pool: Pool },
  opened: Scope,
  deadline: number | undefined,
): { tx: Transaction; notes: (() => void)[]; end(): void } {
  let scope = opened
  let plan: typeof planForEach | undefined
  let over = false
  let connected: Promise<pg.PoolClient> | undefined
  let client: pg.PoolClient | undefined
  let broken: Error | undefined
  const notes: (() => void)[] = []

  function ownConnection(): Promise<pg.PoolClient> {
    if (over) throw new Error('a query after the end of its transaction')
    connected ??= pool.connect().then((found) => {
      if (deadline !== undefined) onItsWay(found).deadline = deadline
      return (client = found)
    })
    return connected
  }
  const noteEnd = (error: unknown) => {
    if (isBeyondUse(error)) broken ??= error
    throw error
  }
  function run<R extends object>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    const question: Question = named(text, values)
    const lane = over || connected ? null : lanes.find()
    if (lane) return lane.ask(scope, question, deadline)
    const within = scope
    const send = (found: pg.PoolClient) => askWithin<R>(found, within, question, plan)
    const own = ownConnection()
    return (client ? send(client) : own.then(send)).catch(noteEnd)
  }
  const refuse = () => {
    throw new Error('a change in read-only work')
  }
  return {
    tx: {
      ...questionsOf(run),
      async read(text, values = []) {
        const found = await ownConnection()
        return (await askForTexts(found, text, values).catch(noteEnd)).rows
      },
      send: refuse,
      later: refuse,
      last: refuse,
      flush() {},
      undo() {},
      async enter(next) {
        scope = next
      },
      afterCommit: (note) => void notes.push(note),
      planForEach() {
        plan = planForEach
        ownConnection().catch(() => {})
      },
    },
    notes,
    end() {
      over = true
      connected?.then(
        (found) => pool.release(found, broken),
        () => {},
      )
    },
  }
}
