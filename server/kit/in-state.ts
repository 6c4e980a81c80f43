import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * The guard of a move: the row, found by its key, is in one of these states. `is true` keeps it a filter: as an index's
 * condition it could lead the planner to the index over states, where all that ever left a state lie until the vacuum.
 */
export const inState = (states: readonly string[] | Expression<readonly string[]>): Expression<SqlBool> =>
  sql<SqlBool>`(status = any (${states})) is true`
