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

/** The query builder for statements that are compiled once, outside a transaction. */
export const build: Db = new Kysely<Tables>({ dialect })

/** Queries on a given connection. */
export function queriesOn(connection: DatabaseConnection): Db {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return new Kysely<Tables>({ config: { dialect }, driver: new DummyDriver(), executor, dialect })
}

/** The placeholders of a statement that is compiled once. */
export type Places<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * The placeholders as a row to insert. Kysely takes an expression wherever it takes a value, but types that column by
 * column.
 */
export const asRow = <Row extends object>(places: Places<Row>): Row => places as unknown as Row

/**
 * A statement that is built and compiled once, then run with other values (`ctx.db.executeQuery`, `ctx.write`). For the
 * statements of every payment, where building costs this process more than running. Optional values give one text for
 * each set of those that are present.
 * @param make receives a placeholder for each value.
 */
export function statement<Values extends object, Row>(
  make: (places: Places<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return (values) => {
    const names = (Object.keys(values) as (keyof Values & string)[]).filter((name) => values[name] !== undefined)
    const key = names.join()
    let found = compiled.get(key)
    if (!found) {
      const places = Object.fromEntries(names.map((name) => [name, sql.val(new Place(name))]))
      compiled.set(key, (found = make(places as unknown as Places<Values>).compile()))
    }
    const valueOf = (given: unknown) => (given instanceof Place ? values[given.name as keyof Values] : given)
    return { ...found, parameters: found.parameters.map(valueOf) }
  }
}

class Place {
  name: string
  constructor(name: string) {
    this.name = name
  }
}
