import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { apiCallOutcomes, listApiCalls as listCall } from '#contract/api-log.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { pageOf, several, type ListOf } from '#server/kit/lists/list.ts'

type Outcome = (typeof apiCallOutcomes)[number]
const outcome = sql<Outcome>`case when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end`

const calls = {
  table: 'api_calls',
  rows: build
    .selectFrom('api_calls')
    .select(['call_id', 'at', 'method', 'route', 'status', 'reason', 'duration_ms', 'answer_bytes', 'request_id'])
    .select(['credential', 'address', outcome.as('outcome')])
    .compile(),
  sorts: { at: { column: 'at', key: 'at', type: 'timestamptz' } },
  ref: { column: 'call_id', key: 'call_id' },
} satisfies ListOf<object>

/** The calls that fit, the newest first. Index: api_calls_newest. */
export function listApiCalls(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  const { search, from, to, filters = {} } = request
  const conditions: Expression<SqlBool>[] = []
  for (const since of [from, filters.at?.from]) if (since) conditions.push(sql`at >= ${since}`)
  for (const until of [to, filters.at?.to]) if (until) conditions.push(sql`at < ${until}`)
  if (filters.outcome) conditions.push(sql`${outcome} = any (${several(filters.outcome)})`)
  if (filters.method) conditions.push(sql`method = any (${several(filters.method)})`)
  for (const column of ['route', 'reason', 'credential', 'address', 'request_id'] as const)
    if (filters[column]) conditions.push(sql`${sql.ref(column)} = ${filters[column]}`)
  if (search) conditions.push(sql`(request_id = ${search} or strpos(lower(route), ${search.toLowerCase()}) > 0)`)
  return pageOf(ctx, calls, request, conditions)
}
