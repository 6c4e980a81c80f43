import { limits } from '#contract/limits.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ofEach, type Fitting } from './list-rows.ts'
import type { ListRequest } from './list.ts'

/**
 * The number of matching rows, or the cap plus one. A list that was longer than the cap a moment ago is not counted
 * again.
 */
export async function totalOf(
  ctx: Ctx,
  table: keyof Tables,
  { page: _page, pagesize: _size, sorting_data: _sort, cursor: _cursor, ...asked }: ListRequest,
  { merchants, sql, parameters }: Fitting,
): Promise<number> {
  const beyondCap = limits.countMost + 1
  const key = JSON.stringify([table, ctx.owner, merchants, asked])
  const foundAt = longLists.get(key)
  if (foundAt !== undefined && ctx.now.getTime() - foundAt < longListMs) return beyondCap
  const fitting = `select 1 from ${table} where ${sql} limit ${beyondCap}`
  const values = [...parameters]
  const at = (value: unknown) => `$${values.push(value)}`
  const counted = merchants
    ? `select 1 from ${ofEach({ merchants, at, statement: fitting, engine: await ctx.tx.engine() })} limit ${beyondCap}`
    : fitting
  const rows = await ctx.tx.query<{ total: bigint }>(`select count(*) as total from (${counted}) as capped`, values)
  const total = Number(rows[0]?.total)
  longLists.delete(key)
  if (total === beyondCap) longLists.set(key, ctx.now.getTime())
  if (longLists.size > longListsMost) longLists.delete(longLists.keys().next().value as string)
  return total
}
const longListMs = 10_000
const longListsMost = 1_000
/** When each list was last found to be longer than the cap, in order of that time. */
const longLists = new Map<string, number>()
