import type { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { listSubMerchants, listSubMerchantsPaginated } from '#contract/master-merchants.ts'
import { subMerchantList } from '#contract/sub-merchants.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { beyond, edges, keyText, readCursor, writeCursor } from '#server/kit/lists/list-cursor.ts'
import { several, timeOf, type Sort } from '#server/kit/lists/list.ts'
import { shownRow } from './queries.ts'
import { asMaster, subMerchantColumns, type SubMerchantRow } from '#server/merchants/sub-merchant.ts'

type Asked = Input<typeof listSubMerchantsPaginated>['body']
type Page = Output<typeof listSubMerchantsPaginated>

/**
 * One page of a master's merchants, active or not, by key. They are all read to be filtered: a master has at most
 * `limits.subMerchants`. Guarantee: none of another master, and going on to the end shows each once.
 */
export async function listOfMaster(ctx: Ctx, asked: Asked): Promise<Page> {
  const size = asked.pagesize ?? limits.pageSize
  const page = asked.page ?? 1
  const cursor = asked.cursor === undefined ? null : readCursor(asked.cursor, sorts)
  const order = cursor?.order ?? asked.sorting_data?.[0]?.order ?? asked.order ?? 'desc'
  const backwards = cursor?.backwards ?? false
  const direction = backwards ? opposite[order] : order
  const after = cursor ?? { value: edges.timestamptz[direction], ref: direction === 'asc' ? '' : '\u{10FFFF}' }
  const skipped = cursor ? 0 : (page - 1) * size
  if (skipped >= limits.pageRowsMost) throw new Fault('pageTooDeep')

  const values: unknown[] = [asMaster(ctx)]
  const at = (value: unknown) => `$${values.push(value)}`
  const fitting = conditionsOf(asked, at)
  const counted = [...values]
  const behind = beyond(sort, 'merchant_id::text', direction, [at(after.value), at(after.ref)])
  const [rows, [count]] = [
    await ctx.tx.query<SubMerchantRow>(
      `select ${subMerchantColumns} from sub_merchants($1) where ${fitting} and ${behind}
       order by created_at ${direction}, merchant_id::text ${direction} limit ${size + 1} offset ${skipped}`,
      values,
    ),
    await ctx.tx.query<{ total: bigint }>(`select count(*) as total from sub_merchants($1) where ${fitting}`, counted),
  ]
  const more = rows.length > size
  const content = rows.slice(0, size)
  if (backwards) content.reverse()
  const cursorAt = (row: SubMerchantRow | undefined, back: boolean) =>
    row
      ? writeCursor({
          column: 'created_at',
          order,
          value: keyText(row.created_at),
          ref: row.merchant_id,
          backwards: back,
        })
      : null
  return {
    content: content.map((row) => shownRow(ctx, row)),
    total_elements: Number(count?.total),
    total_capped: false,
    next_cursor: backwards || more ? cursorAt(content.at(-1), false) : null,
    previous_cursor: (backwards ? more : cursor !== null || page > 1) ? cursorAt(content[0], true) : null,
    page,
    size,
  }
}

const sort: Sort = { column: 'created_at', key: 'created_at', type: 'timestamptz' }
const sorts = { created_at: sort }
const opposite = { asc: 'desc', desc: 'asc' } as const

function conditionsOf(asked: Asked, at: (value: unknown) => string): string {
  const { search, filters = {} } = asked
  const { from, to } = timeOf(asked)
  const among = (column: string, wanted: string | readonly string[]) => `${column} = any (${at(several(wanted))})`
  const found = [
    ...(from ? [`created_at >= ${at(from)}`] : []),
    ...(to ? [`created_at < ${at(to)}`] : []),
    ...(filters.status ? [among('status', filters.status)] : []),
    ...(filters.kyc_status ? [among('kyc_status', filters.kyc_status)] : []),
    ...(filters.merchant_kind ? [among('kind', filters.merchant_kind)] : []),
    ...(filters.country ? [`country = ${at(filters.country)}`] : []),
  ]
  if (search) {
    const part = at(search.toLowerCase())
    const holds = ['name', 'brand_name', 'email', 'key'].map((column) => `strpos(lower_case(${column}), ${part}) > 0`)
    found.push(`(${holds.join(' or ')})`)
  }
  return found.length > 0 ? found.join(' and ') : 'true'
}

/** The query of the older, numbered form. Its `filters` are the filters of the newer form as JSON. */
export function asPaginated(query: Input<typeof listSubMerchants>['query']): Asked {
  return {
    ...(query.pageIndex && { page: Number(query.pageIndex) }),
    pagesize: Math.min(Number(query.pagesize ?? limits.pageSize), limits.pageSizeMost),
    ...(query.filters && { filters: filtersOf(query.filters) }),
  }
}

function filtersOf(text: string): Asked['filters'] {
  const schema = subMerchantList.body.shape.filters
  const result = schema.safeDecode(parsed(text) as z.input<typeof schema>)
  if (result.success) return result.data as Asked['filters']
  throw new Fault('invalidRequest', {
    errors: [{ path: 'filters', reason: 'wrong_type', text: 'These are no filters.' }],
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
