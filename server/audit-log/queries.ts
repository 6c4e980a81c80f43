import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { Input, PageOf } from '#contract/kit/call.ts'
import { auditLogList, type listAuditLogs as listCall } from '#contract/audit-log.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { type ListOf, pageOf, several, timeOf } from '#server/kit/lists/list.ts'

/** The columns of an entry on the wire, without its number. */
export const entryColumns = [
  sql<string>`event_id`.as('event_id'),
  sql<Date>`at`.as('at'),
  sql<string>`actor_name`.as('actor'),
  sql<string>`coalesce(actor_id::text, '')`.as('actor_id'),
  sql<boolean>`coalesce(actor_merchant_id <> merchant_id, false)`.as('by_master'),
  sql<string>`action`.as('action'),
  sql<string>`object_ref`.as('object_ref'),
  sql<'done' | 'denied'>`result`.as('result'),
  sql<string>`why`.as('why'),
  sql<Record<string, { before: string | boolean; after: string | boolean }>>`changes`.as('changes'),
  sql<string>`address`.as('address'),
  sql<string>`request_id`.as('request_id'),
] as const

const entries = {
  table: 'audit_events',
  rows: build
    .selectFrom('audit_events')
    .select([...entryColumns, sql<number | null>`seq::float8`.as('seq')])
    .compile(),
  sorts: { at: { column: 'at', key: 'at', type: 'timestamptz' } },
  ref: { column: '(event_id::text collate "C")', key: 'event_id' },
} satisfies ListOf<object>

type Body = Input<typeof listCall>['body']

/** The entries that fit, newest first unless sorted otherwise. Indexes: audit_events_newest, …_by_action and so on. */
export const listAuditLogs = (ctx: Ctx, request: Body): Promise<PageOf<InferResult<typeof entries.rows>[number]>> =>
  pageOf(ctx, entries, request, conditions(request))

/** The same entries, all of them, as a spreadsheet. */
export const exportedEntries = { columns: auditLogList.columns, list: entries, conditions }

function conditions(request: Pick<Body, 'search' | 'from' | 'to' | 'filters'>): Expression<SqlBool>[] {
  const { search, from, to, filters = {} } = request
  const { at: between, ...others } = filters
  const time = timeOf({ from, to, filters: { created_at: between } })
  const found: Expression<SqlBool>[] = []
  if (time.from) found.push(sql`at >= ${time.from}`)
  if (time.to) found.push(sql`at < ${time.to}`)
  if (others.actor_id) found.push(isUuid(others.actor_id) ? sql`actor_id = ${others.actor_id}` : sql`false`)
  if (others.action) found.push(sql`action = any (${several(others.action)})`)
  if (others.result) found.push(sql`result = any (${several(others.result)})`)
  if (others.object_ref) found.push(sql`object_ref = ${others.object_ref}`)
  if (others.address) found.push(sql`address = ${others.address}`)
  if (search) found.push(sql`(object_ref = ${search} or request_id = ${search})`)
  return found
}

/** Each who has acted, once, however much they did. Index: audit_events_by_actor. */
export async function listActors({ db, owner }: Ctx): Promise<{ actor_id: string; name: string }[]> {
  const next = (than: ReturnType<typeof sql>) => sql`(
    select actor_id, actor_name from audit_events
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment} and actor_id > ${than}
    order by actor_id, at desc limit 1)`
  const { rows } = await sql<{ actor_id: string; name: string }>`
    with recursive actors as (
      select * from ${next(sql`'00000000-0000-0000-0000-000000000000'`)} as first
      union all
      select later.* from actors cross join lateral ${next(sql`actors.actor_id`)} as later
    )
    select actor_id, actor_name as name from actors order by lower(actor_name), actor_id limit 500`.execute(db)
  return rows
}

/** The length of the log, and the result of the workers' checks. */
export async function readChainState({ db, owner }: Ctx) {
  const own = { merchant_id: owner.merchantId, environment: owner.environment }
  const [head, check] = await Promise.all([
    db
      .selectFrom('audit_heads')
      .select('seq')
      .where('merchant_id', '=', own.merchant_id)
      .where('environment', '=', own.environment)
      .executeTakeFirst(),
    db
      .selectFrom('audit_checks')
      .select(['verified_seq', 'verified_at', 'found_seq', 'finding'])
      .where('merchant_id', '=', own.merchant_id)
      .where('environment', '=', own.environment)
      .executeTakeFirst(),
  ])
  return { head, check }
}
