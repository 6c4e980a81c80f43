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

/** The places as a row to write: Kysely takes an expression wherever it takes a value, but types that column by column. */
export const asRow = <Row extends object>(places: Places<Row>): Row => places as unknown as Row

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

/** The same where not all values always come: one statement for each set of those that do, built when it is first asked. */
export function statementFor<Values extends object, Row>(
  make: (places: Places<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const made = new Map<string, (values: Values) => CompiledQuery<Row>>()
  return (values) => {
    const names = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== undefined)
    const key = names.join()
    let found = made.get(key)
    if (!found) {
      found = statement<Values, Row>((place) => {
        const places: Partial<Places<Values>> = {}
        for (const name of names) places[name] = place[name]
        return make(places as Places<Values>)
      })
      made.set(key, found)
    }
    return found(values)
  }
}

class Place {
  name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}
