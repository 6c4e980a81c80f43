import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { queriesOn } from './statements.ts'
import type { Db, Transaction } from './db.ts'

/** Runs one statement on the connection of the current work. */
export type Run = <R extends object>(text: string, values: readonly unknown[]) => Promise<pg.QueryResult<R>>

/** The query methods of a transaction. */
export function queryMethods(run: Run): Pick<Transaction, 'queries' | 'query'> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const { command, rowCount, rows } = await run(compiled.sql, compiled.parameters)
      return { rows: rows as R[], ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    },
    streamQuery() {
      throw new Error('stream through a cursor of its own')
    },
  }
  let db: Db | undefined
  return {
    queries: () => (db ??= queriesOn(connection)),
    async query<R extends object>(text: string, values: unknown[]) {
      return (await run<R>(text, values)).rows
    },
  }
}
