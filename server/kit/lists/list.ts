import { sql, type CompiledQuery, type Expression, type SqlBool } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { PageOf } from '#contract/kit/call.ts'
import { currencies } from '#contract/kit/money.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { edges, keyText, readCursor, writeCursor } from './list-cursor.ts'
import { fittingRows, statementOf, summedAs, type Scalar, type Summed, type Sums } from './list-rows.ts'
import { totalOf } from './list-total.ts'

/** The parameters of a list, as every list's body decodes. */
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
  type: 'timestamptz' | 'bigint' | 'date'
}

/** A list: its statement and its sorts. Compiled once, so that a request only adds its conditions. */
export interface ListOf<Row> {
  table: keyof Tables
  /** The columns of the table's rows, without any condition. */
  rows: CompiledQuery<Row>
  /** The sorts by their name in a request; the first is the default. */
  sorts: Record<string, Sort>
  /** The tie-breaker, which makes the order total. */
  ref: { column: string; key: string }
}

/**
 * One page of the owner's matching rows, or of all merchants that a master asks about, by keyset pagination. Each depth
 * costs the same. Guarantee: no row of another merchant or environment; paging to the end and back shows each row that
 * did not change meanwhile once. Needs an index on (merchant_id, environment, sort column, ref). Totals come from
 * `sums` where those are exact. Other totals are counted up to a cap, which the answer states; that a list is longer
 * than the cap may have been found up to ten seconds ago.
 */
export async function pageOf<Row extends object>(
  ctx: Ctx,
  list: ListOf<Row>,
  request: ListRequest,
  conditions: Expression<SqlBool>[],
  sums: Sums = {},
): Promise<PageOf<Row>> {
  const { sorts, ref } = list
  const size = request.pagesize ?? limits.pageSize
  const page = request.page ?? 1
  const cursor = request.cursor === undefined ? null : readCursor(request.cursor, sorts)
  const asked = request.sorting_data?.[0]
  const sort = cursor ?? {
    column: asked?.column ?? (Object.keys(sorts)[0] as string),
    order: asked?.order ?? ('desc' as const),
  }
  const by = sorts[sort.column] as Sort
  const skipped = cursor ? 0 : (page - 1) * size
  if (skipped >= limits.pageRowsMost) throw new Fault('pageTooDeep')

  // The previous page is read in reverse order, and its rows are then reversed.
  const backwards = cursor?.backwards ?? false
  const direction = backwards ? opposite[sort.order] : sort.order
  const fitting = fittingRows(ctx, list.table, conditions)
  // The first page starts after the edge value, so every sort reads from its own index, however many rows there are.
  const after = cursor ?? { value: edges[by.type][direction], ref: '' }
  // The best index depends on how many rows match, except for the first page without conditions.
  if (ctx.merchants || conditions.length > 0 || cursor || skipped > 0) ctx.tx.planForEach()
  const rowsAsked = { by, direction, after, most: size + 1, skipped, sum: sums.beside }
  const rows = statementOf(list, fitting, rowsAsked, await ctx.tx.engine())
  const [found, apart] = await Promise.all([
    ctx.tx.query<Row & Summed>(rows.sql, [...rows.parameters]),
    sums.apart?.() ?? null,
  ])
  const summed = sums.beside ? await sumBeside(ctx, found, sums.beside) : apart
  const total = summed ?? (await totalOf(ctx, list.table, request, fitting))
  const capped = summed === null && total > limits.countMost

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
    total_elements: capped ? limits.countMost : total,
    total_capped: capped,
    next_cursor: backwards || more ? cursorAt(content.at(-1), false) : null,
    previous_cursor: (backwards ? more : cursor !== null || page > 1) ? cursorAt(content[0], true) : null,
    page,
    size,
  }
}

const opposite = { asc: 'desc', desc: 'asc' } as const

/** The total that was selected with the rows. An empty page has none and reads it separately, which is rare. */
async function sumBeside(ctx: Ctx, found: readonly Summed[], sum: Scalar): Promise<number | null> {
  const values: unknown[] = []
  const [row] = found.length > 0 ? found : await ctx.tx.query<Summed>(`select ${summedAs(sum, values)}`, values)
  return row?.summed === null || row === undefined ? null : Number(row.summed)
}

/** One value or several, in the form of a filter. */
export const several = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** A column has one of these values. Equal to a single one, rows come from an index of it in the order of its next columns. */
export function oneOf(column: string, asked: string | readonly string[]): Expression<SqlBool> {
  const [first, ...others] = several(asked)
  return others.length === 0
    ? sql<SqlBool>`${sql.ref(column)} = ${first}`
    : sql<SqlBool>`${sql.ref(column)} = any (${[first, ...others]})`
}

/** `from` 1991 or 2006 means 'from the beginning' in the specification's console; it must not restrict the list. */
const fromBeginning = (from: Date | undefined): Date | undefined =>
  from && from.getUTCFullYear() > 2006 ? from : undefined

/** Rows whose texts start with `prefix`, as a range that an index on a "C" collated column serves. */
export const startsWith = (column: string, prefix: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + '\u{10FFFF}'})`

const withoutDecimals = Object.entries(currencies).flatMap(([code, exponent]) => (exponent === 0 ? [code] : []))

/**
 * `{min, max}` in major units, each row compared in its own currency's minor units: as two ranges, which an index on the amounts serves.
 */
function amountBetween(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  amount: Expression<unknown>,
) {
  const range = (isDecimal: boolean) => {
    const minor = (major: number, whole: (value: number) => number) =>
      BigInt(Math.min(isDecimal ? Math.round(major * 100) : whole(major), mostMinor))
    return sql<SqlBool>`(${sql.join(
      [
        isDecimal ? sql`currency <> all (${withoutDecimals})` : sql`currency = any (${withoutDecimals})`,
        ...(min === undefined ? [] : [sql`${amount} >= ${minor(min, Math.ceil)}`]),
        ...(max === undefined ? [] : [sql`${amount} <= ${minor(max, Math.floor)}`]),
      ],
      sql` and `,
    )})`
  }
  return sql<SqlBool>`(${range(true)} or ${range(false)})`
}
/** Above every amount, and still a bigint of the database. */
const mostMinor = 9e18

interface CommonFilters {
  from?: Date | undefined
  to?: Date | undefined
  filters?:
    | {
        status?: string | string[] | undefined
        currency?: string | string[] | undefined
        created_at?: { from?: Date | undefined; to?: Date | undefined } | undefined
        amount?: { min?: number | undefined; max?: number | undefined } | undefined
      }
    | undefined
}

/** The requested range of creation times; `to` is exclusive. */
export const timeOf = ({ from, to, filters }: CommonFilters): { from?: Date | undefined; to?: Date | undefined } => ({
  from: fromBeginning(from),
  to,
  ...filters?.created_at,
})

/**
 * The filters that every list of money has, each on a column of its name.
 * @param amount what an amount is compared with, in minor units.
 */
export function commonConditions(
  request: CommonFilters,
  amount: Expression<unknown> = sql`amount_minor`,
): Expression<SqlBool>[] {
  const { filters = {} } = request
  const found: Expression<SqlBool>[] = []
  const time = timeOf(request)
  if (time.from) found.push(sql`created_at >= ${time.from}`)
  if (time.to) found.push(sql`created_at < ${time.to}`)
  if (filters.status) found.push(oneOf('status', filters.status))
  if (filters.currency) found.push(oneOf('currency', filters.currency))
  if (filters.amount) found.push(amountBetween(filters.amount, amount))
  return found
}
