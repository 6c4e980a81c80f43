import { sql, type Expression, type SqlBool } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from './ctx.ts'
import { all, ofEach, ofOwner, ofWanted } from './list-rows.ts'
import type { ListRequest } from './list.ts'

/** How many rows fit, or one more than the cap. Many lists are longer and stay so: those are not counted each time. */
export async function totalOf(
  ctx: Ctx,
  table: keyof Tables,
  { page: _page, pagesize: _size, sorting_data: _sort, cursor: _cursor, ...asked }: ListRequest,
  conditions: Expression<SqlBool>[],
): Promise<number> {
  const beyondCap = limits.countMost + 1
  const key = JSON.stringify([table, ctx.owner, ctx.merchants, asked])
  const foundAt = longLists.get(key)
  if (foundAt !== undefined && ctx.now.getTime() - foundAt < longListMs) return beyondCap
  const most = sql`limit ${sql.lit(beyondCap)}`
  const rows = (whose: Expression<SqlBool>[]) =>
    sql`select from ${sql.table(table)} where ${all([...whose, ...conditions])} ${most}`
  const counted = ctx.merchants
    ? sql`select from ${ofEach(ctx.merchants, rows(ofWanted(ctx.owner, table)))} ${most}`
    : rows(ofOwner(ctx.owner, table))
  const found = await sql<{ total: bigint }>`select count(*) as total from (${counted}) as capped`.execute(ctx.db)
  const total = Number(found.rows[0]?.total)
  longLists.delete(key)
  if (total === beyondCap) longLists.set(key, ctx.now.getTime())
  if (longLists.size > longListsMost) longLists.delete(longLists.keys().next().value as string)
  return total
}
const longListMs = 10_000
const longListsMost = 1_000
/** When a list was found to be longer than the cap; the latest found come last. */
const longLists = new Map<string, number>()
