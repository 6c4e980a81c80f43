import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type DatabaseConnection,
} from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from './db.ts'

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('queries run in a transaction')) })

/** Builds queries that run in no transaction yet: what is the same in each request is put together once. */
export const build: Db = new Kysely<Tables>({ dialect })

/** Queries that run on a connection of one's own. */
export function queriesOn(connection: DatabaseConnection): Db {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return new Kysely<Tables>({ config: { dialect }, driver: new DummyDriver(), executor, dialect })
}
