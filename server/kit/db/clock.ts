import { sql, type RawBuilder } from 'kysely'

/** The time of the statement by PostgreSQL's clock, which is one for all processes; expiry is measured by it. */
export const databaseNow: RawBuilder<Date> = sql`statement_timestamp()`

type Unit = 'second' | 'minute' | 'hour' | 'day'
export const fromNow = (count: number, unit: Unit): RawBuilder<Date> =>
  sql`statement_timestamp() + ${count} * interval ${sql.lit(`1 ${unit}`)}`
export const ago = (count: number, unit: Unit): RawBuilder<Date> =>
  sql`statement_timestamp() - ${count} * interval ${sql.lit(`1 ${unit}`)}`
