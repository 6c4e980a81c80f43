import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { listReconArrivals as listCall } from '#contract/recon-intake.ts'
import type { ArrivalReason } from '#contract/recon-intake-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { pageOf, several, type ListOf } from '#server/kit/lists/list.ts'

const arrivals = {
  table: 'recon_arrivals',
  rows: build
    .selectFrom('recon_arrivals')
    .select([
      'arrival_id',
      'way',
      'channel_key',
      'source',
      'name',
      sql<number>`size_bytes::float8`.as('size_bytes'),
      'state',
      sql<ArrivalReason>`reason`.as('reason'),
      'origin',
      sql<string>`coalesce(mail_id::text, '')`.as('mail_id'),
      'at',
      'decided_by',
      'recon_id',
    ])
    .compile(),
  sorts: { at: { column: 'at', key: 'at', type: 'timestamptz' } },
  // As text, since a page without a cursor begins at the empty one.
  ref: { column: 'arrival_id::text', key: 'arrival_id' },
} satisfies ListOf<object>

/** What came in and fits, newest first. Index: recon_arrivals_newest. */
export function listArrivals(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  const { search, from, to, filters = {} } = request
  const conditions: Expression<SqlBool>[] = []
  if (from) conditions.push(sql`at >= ${from}`)
  if (to) conditions.push(sql`at < ${to}`)
  if (filters.at?.from) conditions.push(sql`at >= ${filters.at.from}`)
  if (filters.at?.to) conditions.push(sql`at < ${filters.at.to}`)
  if (filters.state) conditions.push(sql`state = any (${several(filters.state)})`)
  if (filters.way) conditions.push(sql`way = any (${several(filters.way)})`)
  if (filters.channel_key) conditions.push(sql`channel_key = ${filters.channel_key}`)
  if (search)
    conditions.push(
      sql<SqlBool>`(strpos(lower(name), ${search.toLowerCase()}) > 0 or strpos(lower(origin), ${search.toLowerCase()}) > 0)`,
    )
  return pageOf(ctx, arrivals, request, conditions)
}
