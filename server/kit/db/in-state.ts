import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * The condition of a state transition: the row, found by its key, is in one of these states. `is true` keeps the
 * condition a filter. As an index condition it could lead the planner to the index over states, which holds dead
 * entries of all rows that left a state until VACUUM.
 */
export const inState = (states: readonly string[] | Expression<readonly string[]>): Expression<SqlBool> =>
  sql<SqlBool>`(status = any (${states})) is true`
