import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type RawBuilder,
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

/** Where the values go in a statement that is put together once. */
export type Places<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A statement that is built and compiled once, before its values are known: for what every payment asks, as building costs
 * more than asking. `make` gets an expression for each value.
 */
export function statement<Values extends object, Row>(
  make: (place: Places<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const place = new Proxy({} as Places<Values>, { get: (_, name) => sql.val(new Place(name as keyof Values)) })
  const compiled = make(place).compile()
  return (values) => ({
    ...compiled,
    parameters: compiled.parameters.map((given) =>
      given instanceof Place ? values[given.name as keyof Values] : given,
    ),
  })
}
class Place {
  name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}
