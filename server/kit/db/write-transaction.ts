import type pg from 'pg'
import { engineOf } from '#server/db/engine/engine.ts'
import { PendingRows } from './append.ts'
import { copyRows } from './copy-rows.ts'
import { sendForTexts, sendQuery } from './send-query.ts'
import type { Scope, Transaction } from './db.ts'
import { LastChanges } from './last-changes.ts'
import { sendScope, sendPlanMode, planForEach } from './session-settings.ts'
import { queryMethods } from './query-methods.ts'

/** The transaction of work that writes, until its end; a later statement would run outside the transaction. */
export function writeTransaction(
  client: pg.PoolClient,
  opened: Scope,
): {
  tx: Transaction
  /** The answers to unawaited statements; the commit fails with the first error among them. */
  sent: Promise<unknown>[]
  notes: (() => void)[]
  /** Sends the remaining statements, and ends the transaction. */
  finish(): void
  end(): void
} {
  let over = false
  let planned = false
  const lasts = new LastChanges(opened)
  const pending = new PendingRows()
  const sent: Promise<unknown>[] = []
  const notes: (() => void)[] = []

  function send(answer: Promise<unknown>): void {
    answer.catch(() => {})
    sent.push(answer)
  }
  /** Sends the collected rows before each statement, so that the statement sees them. */
  function sendPending(): void {
    for (const { sql, parameters } of pending.take()) send(sendQuery(client, { text: sql, values: parameters }))
  }
  function expectOpen(): void {
    if (over) throw new Error('a query after the end of its transaction')
  }
  function run<R extends object>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    expectOpen()
    sendPending()
    return sendQuery<R>(client, { text, values, unnamed: planned })
  }
  function enter(scope: Scope): Promise<unknown> {
    expectOpen()
    sendPending()
    lasts.enter(scope)
    return sendScope(client, scope)
  }
  return {
    tx: {
      ...queryMethods(run),
      async read(text: string, values: unknown[] = []) {
        expectOpen()
        sendPending()
        return (await sendForTexts(client, text, values)).rows
      },
      async copyIn(text, rows) {
        expectOpen()
        sendPending()
        await copyRows(client, text, rows)
      },
      write: ({ sql, parameters }) => send(run(sql, parameters)),
      append(insert, values) {
        expectOpen()
        pending.add(insert, values)
      },
      last: (changes, scope) => lasts.last(changes, scope),
      engine: async () => engineOf(client),
      enter: async (scope) => void (await enter(scope)),
      afterCommit: (note) => void notes.push(note),
      planForEach() {
        expectOpen()
        planned = true
        send(sendPlanMode(client, planForEach))
      },
    },
    sent,
    notes,
    finish() {
      sendPending()
      for (const { changes, before } of lasts.inOrder()) {
        if (before) send(enter(before))
        for (const { sql, parameters } of changes) send(run(sql, parameters))
      }
      over = true
    },
    end: () => (over = true),
  }
}
