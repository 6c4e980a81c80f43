import { isReadable, type Column } from '#contract/kit/columns.ts'
import type { User } from '#server/kit/ctx.ts'

/**
 * The texts of the columns that a user may not read, each empty, to stand in place of a row's own. A merchant's server reads
 * all.
 */
export const withheldFrom = (user: User | null, columns: Readonly<Record<string, Column>>): Record<string, ''> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) => (user && !isReadable(column, user) ? [[key, '']] : [])),
  )
