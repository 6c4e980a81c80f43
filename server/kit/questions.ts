import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { queriesOn } from './build.ts'
import type { Db, Transaction } from './db.ts'

/** Asks one statement of whatever connection the work has. */
export type Run = <R extends object>(text: string, values: readonly unknown[]) => Promise<pg.QueryResult<R>>

/** The forms in which a transaction asks for rows. */
export function questionsOf(run: Run): Pick<Transaction, 'queries' | 'query' | 'rows'> {
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
    async rows<R>({ sql, parameters }: CompiledQuery<R>) {
      return (await run(sql, parameters)).rows as R[]
    },
  }
}
