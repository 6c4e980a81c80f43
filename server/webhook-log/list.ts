import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import { webhookLogList, type listWebhookLog as listCall, type StatusClass } from '#contract/webhook-log.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { build } from '#server/kit/db/statements.ts'
import { oneOf, pageOf, several, timeOf, type ListOf } from '#server/kit/lists/list.ts'
import { refsOfOrder } from './refs-of-order.ts'

const deliveries = {
  table: 'webhook_deliveries',
  rows: build
    .selectFrom('webhook_deliveries')
    .select([
      'delivery_id',
      'event_id',
      'type',
      'object_ref',
      'webhook_name',
      'url',
      'state',
      'test',
      'attempts',
      'last_status',
      'created_at',
      'next_attempt_at',
    ])
    .compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: '(delivery_id::text collate "C")', key: 'delivery_id' },
} satisfies ListOf<object>

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>

/** The deliveries that fit, newest first. Indexes: webhook_deliveries_newest, …_by_object. */
export async function listDeliveries(ctx: Ctx, request: Input<typeof listCall>['body']) {
  return pageOf(ctx, deliveries, request, conditions(request, await refsOf(ctx, request)))
}

/** The same, all of them, as a file. */
export const exportedDeliveries = async (ctx: Ctx, request: Asked) => {
  const refs = await refsOf(ctx, request)
  return {
    columns: webhookLogList.columns,
    list: deliveries,
    conditions: (asked: Asked) => conditions(asked, refs),
    worded: {
      test: {
        from: ['test'],
        text: ([value]: readonly string[], by: { words: (group: string, name: string) => string }) =>
          by.words('yesNo', value === 'true' ? 'yes' : 'no'),
      },
    },
  }
}

const refsOf = (ctx: Ctx, { search }: Asked) => (search ? refsOfOrder(ctx, search) : Promise.resolve([]))

function conditions(request: Asked, refs: readonly string[]): Expression<SqlBool>[] {
  const { search, filters = {} } = request
  const { from, to } = timeOf(request)
  const found: Expression<SqlBool>[] = []
  if (from) found.push(sql`created_at >= ${from}`)
  if (to) found.push(sql`created_at < ${to}`)
  if (filters.state) found.push(oneOf('state', filters.state))
  if (filters.type) found.push(oneOf('type', filters.type))
  if (filters.status_class)
    found.push(sql<SqlBool>`(${sql.join(several(filters.status_class).map(ofClass), sql` or `)})`)
  if (filters.webhook_uuid)
    found.push(isUuid(filters.webhook_uuid) ? sql`webhook_id = ${filters.webhook_uuid}` : sql`false`)
  if (filters.object_ref) found.push(sql`object_ref = ${filters.object_ref}`)
  if (filters.url) found.push(sql`url = ${filters.url}`)
  const tests = new Set(filters.test === undefined ? [] : several(filters.test))
  if (tests.size === 1) found.push(sql`test = ${tests.has('yes')}`)
  if (search) found.push(matches(search, refs))
  return found
}

function ofClass(one: StatusClass): Expression<SqlBool> {
  if (one === 'none') return sql<SqlBool>`last_status is null`
  if (one === 'no_answer') return sql<SqlBool>`last_status = 0`
  const least = Number(one[0]) * 100
  return sql<SqlBool>`last_status between ${least} and ${least + 99}`
}

function matches(search: string, refs: readonly string[]): Expression<SqlBool> {
  const ways = [sql`object_ref = any (${[search, ...refs]})`]
  if (isUuid(search)) ways.push(sql`event_id = ${search}`, sql`delivery_id = ${search}`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
