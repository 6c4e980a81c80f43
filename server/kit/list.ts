import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { PageOf } from '#contract/kit/call.ts'
import { currencies } from '#contract/kit/money.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from './ctx.ts'

/** What a list request asks, as every list's body decodes. */
export interface ListRequest {
  page?: number | undefined
  pagesize?: number | undefined
  sorting_data?: { column: string; order: 'asc' | 'desc' }[] | undefined
  cursor?: string | undefined
}

/** A sort: its column in the database, its key in the row, and the type that a cursor's text is read as. */
export interface Sort {
  column: string
  key: string
  type: 'timestamptz' | 'bigint'
}

/**
 * One page of a filtered query, by key: any depth costs the same. `ref` breaks ties, so the order is total.
 * Guarantee: going on to the end and back shows each row once that did not change meanwhile. Needs an index on
 * (merchant_id, environment, sort column, ref). Totals are counted up to a cap, which the answer states; that there is
 * more than the cap may have been found out up to ten seconds ago.
 */
export async function pageOf<Name extends keyof Tables, Row extends object>(
  ctx: Ctx,
  rows: SelectQueryBuilder<Tables, Name, Row>,
  options: { table: Name; request: ListRequest; sorts: Record<string, Sort>; ref: { column: string; key: string } },
): Promise<PageOf<Row>> {
  const { table, request, sorts, ref } = options
  const size = request.pagesize ?? limits.pageSize
  const page = request.page ?? 1
  const cursor = request.cursor === undefined ? null : readCursor(request.cursor, sorts)
  const asked = request.sorting_data?.[0]
  const sort = cursor ?? {
    column: asked?.column ?? (Object.keys(sorts)[0] as string),
    order: asked?.order ?? ('desc' as const),
  }
  const by = sorts[sort.column] as Sort
  if (!cursor && (page - 1) * size >= limits.pageRowsMost) throw new Fault('pageTooDeep')

  // Going back reads the other way and turns the rows round.
  const backwards = cursor?.backwards ?? false
  const direction = backwards ? opposite[sort.order] : sort.order
  const loose = rows as unknown as SelectQueryBuilder<Tables, keyof Tables, Row>
  let query = loose
    .orderBy(sql.ref(by.column), direction)
    .orderBy(sql.ref(ref.column), direction)
    // Spelled out, not a parameter: a plan for any limit would be made anew each time, at three times the price.
    .limit(sql.lit(size + 1))
  if (cursor) query = query.where(beyond(cursor, by, ref.column, direction))
  else if (page > 1) query = query.offset((page - 1) * size)
  const [found, total] = await Promise.all([query.execute(), totalOf(ctx, table, request, loose)])

  const more = found.length > size
  const content = found.slice(0, size)
  if (backwards) content.reverse()
  const cursorAt = (row: Row | undefined, back: boolean) => {
    if (!row) return null
    const fields = row as Record<string, unknown>
    return writeCursor({ ...sort, value: keyText(fields[by.key]), ref: String(fields[ref.key]), backwards: back })
  }
  return {
    content,
    total_elements: Math.min(total, limits.countMost),
    total_capped: total > limits.countMost,
    next_cursor: backwards || more ? cursorAt(content.at(-1), false) : null,
    previous_cursor: (backwards ? more : cursor !== null || page > 1) ? cursorAt(content[0], true) : null,
    page,
    size,
  }
}

/** How many rows fit, or one more than the cap. Many lists are longer and stay so: those are not counted each time. */
async function totalOf(
  ctx: Ctx,
  table: keyof Tables,
  { page: _page, pagesize: _size, sorting_data: _sort, cursor: _cursor, ...conditions }: ListRequest,
  rows: SelectQueryBuilder<Tables, keyof Tables, object>,
): Promise<number> {
  const beyondCap = limits.countMost + 1
  const key = JSON.stringify([table, ctx.owner, ctx.scope, conditions])
  const foundAt = longLists.get(key)
  if (foundAt !== undefined && ctx.now.getTime() - foundAt < longListMs) return beyondCap
  const capped = rows
    .clearSelect()
    .select(sql`1`.as('one'))
    // Spelled out, as the page's.
    .limit(sql.lit(beyondCap))
    .as('capped')
  const { total } = await ctx.db
    .selectFrom(capped)
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  longLists.delete(key)
  if (total === BigInt(beyondCap)) longLists.set(key, ctx.now.getTime())
  if (longLists.size > longListsMost) longLists.delete(longLists.keys().next().value as string)
  return Number(total)
}
const longListMs = 10_000
const longListsMost = 1_000
/** When a list was found to be longer than the cap; the latest found come last. */
const longLists = new Map<string, number>()

const opposite = { asc: 'desc', desc: 'asc' } as const

/** A position in a sorted list: the row beside it, and which way to go on. */
interface Cursor {
  column: string
  order: 'asc' | 'desc'
  value: string
  ref: string
  backwards: boolean
}

const writeCursor = ({ column, order, value, ref, backwards }: Cursor): string =>
  Buffer.from(JSON.stringify([column, order, value, ref, backwards ? 1 : 0])).toString('base64url')

function readCursor(text: string, sorts: Record<string, Sort>): Cursor {
  try {
    const [column, order, value, ref, backwards] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const sort = typeof column === 'string' && Object.hasOwn(sorts, column) ? sorts[column] : undefined
    if (!sort || !(order === 'asc' || order === 'desc') || typeof value !== 'string' || typeof ref !== 'string')
      throw new Error()
    if (
      !(sort.type === 'bigint' ? /^\d{1,18}$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/).test(value) ||
      !/^[\w-]{1,64}$/.test(ref)
    )
      throw new Error()
    return { column: column as string, order, value, ref, backwards: backwards === 1 }
  } catch {
    throw new Fault('invalidRequest', {
      errors: [{ path: 'cursor', reason: 'not_a_choice', text: 'This cursor is of another list.' }],
    })
  }
}

const keyText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

function beyond(cursor: Cursor, by: Sort, ref: string, direction: 'asc' | 'desc'): Expression<SqlBool> {
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  const value = sql`cast(${cursor.value} as ${sql.raw(by.type)})`
  return sql<SqlBool>`(${sql.ref(by.column)}, ${sql.ref(ref)}) ${comparison} (${value}, ${cursor.ref})`
}

/** One value or several, as a filter sends them. */
export const several = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** `from` 1991 or 2006 is how the specification's console says 'from the beginning'; it must not narrow anything. */
export const fromBeginning = (from: Date | undefined): Date | undefined =>
  from && from.getUTCFullYear() > 2006 ? from : undefined

/** Rows whose texts start with `prefix`, as a range that an index on a "C" collated column serves. */
export const startsWith = (column: string, prefix: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + '\u{10FFFF}'})`

const withoutDecimals = Object.entries(currencies).flatMap(([code, exponent]) => (exponent === 0 ? [code] : []))

/** `{min, max}` in major units, each row compared in its own currency's minor units. */
export function amountBetween(range: { min?: number | undefined; max?: number | undefined }): Expression<SqlBool>[] {
  const bound = (major: number, comparison: string) => {
    const minor = (exponent: number) => (major * 10 ** exponent).toFixed(exponent === 0 ? 2 : 0)
    return sql<SqlBool>`amount_minor ${sql.raw(comparison)} case when currency = any (${withoutDecimals}) then cast(${minor(0)} as numeric) else cast(${minor(2)} as numeric) end`
  }
  return [
    ...(range.min === undefined ? [] : [bound(range.min, '>=')]),
    ...(range.max === undefined ? [] : [bound(range.max, '<=')]),
  ]
}
