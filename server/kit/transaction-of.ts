import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { ask, askForTexts, named } from './ask.ts'
import { queriesOn } from './build.ts'
import type { Scope, Transaction } from './db.ts'
import { lastChanges } from './last-changes.ts'
import { forgetReading, listed } from './opening.ts'

/** What work may ask of its connection until `end`: what comes after would be asked in the next one's scope. */
export function transactionOf(
  client: pg.PoolClient,
  opened: Scope,
): {
  tx: Transaction
  sent: Promise<unknown>[]
  notes: (() => void)[]
  sendLast(): void
  end(): void
} {
  let over = false
  const lasts = lastChanges(opened)
  const sent: Promise<unknown>[] = []
  const notes: (() => void)[] = []
  const enter = (scope: Scope) => {
    lasts.enter(scope)
    return run("select set_config('app.merchants', $1, true), set_config('app.environment', $2, true)", [
      listed(scope.merchantIds),
      scope.environment,
    ])
  }
  const send = (statement: Promise<unknown>) => {
    statement.catch(() => {})
    sent.push(statement)
  }
  function run<R extends object>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    if (over) throw new Error('a query after the end of its transaction')
    return ask<R>(client, named(text, values as unknown[]))
  }
  const connection: DatabaseConnection = {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const { command, rowCount, rows } = await run(compiled.sql, compiled.parameters)
      return { rows: rows as R[], ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    },
    streamQuery() {
      throw new Error('stream through a cursor of its own')
    },
  }
  const db = queriesOn(connection)
  return {
    tx: {
      db,
      async query<R extends object>(text: string, values: unknown[]) {
        return (await run<R>(text, values)).rows
      },
      async read(text: string, values: unknown[] = []) {
        if (over) throw new Error('a query after the end of its transaction')
        return (await askForTexts(client, text, values)).rows
      },
      send: ({ sql, parameters }) => send(run(sql, parameters)),
      last: lasts.last,
      enter: async (scope) => void (await enter(scope)),
      afterCommit: (note) => void notes.push(note),
      planForEach() {
        forgetReading(client)
        this.send({ sql: `select set_config('plan_cache_mode', 'force_custom_plan', false)`, parameters: [] })
      },
    },
    sent,
    notes,
    sendLast() {
      for (const { change, before } of lasts.inOrder()) {
        if (before) send(enter(before))
        send(run(change.sql, change.parameters))
      }
    },
    end: () => (over = true),
  }
}
