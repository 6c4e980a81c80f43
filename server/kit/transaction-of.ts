import type pg from 'pg'
import { askForTexts, askInTransaction, named } from './ask.ts'
import type { Change, Scope, Transaction } from './db.ts'
import { LastChanges } from './last-changes.ts'
import { askToEnter, askToPlan, planForEach } from './opening.ts'
import { questionsOf } from './questions.ts'
import { together, togetherMost } from './together.ts'

/** What work that writes may ask of its connection until its end: what comes after would be asked in no transaction. */
export function transactionOf(
  client: pg.PoolClient,
  opened: Scope,
): {
  tx: Transaction
  sent: Promise<unknown>[]
  notes: (() => void)[]
  /** Sends what is left, and ends. */
  finish(): void
  end(): void
  isUndone(): boolean
} {
  let over = false
  let undone = false
  const lasts = new LastChanges(opened)
  const sent: Promise<unknown>[] = []
  const notes: (() => void)[] = []
  const enter = (scope: Scope) => {
    flush()
    lasts.enter(scope)
    expectOpen()
    return askToEnter(client, scope)
  }
  const send = (statement: Promise<unknown>, ...refused: Refused[]) => {
    const told =
      refused.length === 0
        ? statement
        : statement.catch((failure: unknown) => {
            throw refused.reduce((so, of) => of(so), failure)
          })
    told.catch(() => {})
    sent.push(told)
  }
  const expectOpen = () => {
    if (over) throw new Error('a query after the end of its transaction')
  }
  let waiting: { change: Change; refused: Refused | undefined }[] = []
  function flush(): void {
    if (waiting.length === 0) return
    const { sql, parameters } = together(waiting.map(({ change }) => change))
    const refused = waiting.map((one) => one.refused).filter((one) => one !== undefined)
    waiting = []
    send(askInTransaction(client, named(sql, parameters)), ...refused)
  }
  function run<R extends object>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    expectOpen()
    return askInTransaction<R>(client, named(text, values))
  }
  return {
    tx: {
      ...questionsOf(run),
      async read(text: string, values: unknown[] = []) {
        expectOpen()
        return (await askForTexts(client, text, values)).rows
      },
      send: ({ sql, parameters }) => send(run(sql, parameters)),
      later(change, refused) {
        expectOpen()
        if (waiting.length === togetherMost) flush()
        waiting.push({ change, refused })
      },
      flush,
      last: (change, scope) => lasts.last(change, scope),
      enter: async (scope) => void (await enter(scope)),
      undo: () => void (undone = true),
      afterCommit: (note) => void notes.push(note),
      planForEach() {
        expectOpen()
        send(askToPlan(client, planForEach))
      },
    },
    sent,
    notes,
    finish() {
      flush()
      for (const { change, before } of lasts.inOrder()) {
        if (before) send(enter(before))
        send(run(change.sql, change.parameters))
      }
      over = true
    },
    end: () => (over = true),
    isUndone: () => undone,
  }
}

/** Gives the failure to tell instead, for one that is foreseen. */
type Refused = (failure: unknown) => unknown
