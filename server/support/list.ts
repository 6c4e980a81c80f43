import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { listTickets as listCall } from '#contract/support.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { pageOf, several, type ListOf } from '#server/kit/lists/list.ts'
import type { Whose } from './whose.ts'

const tickets = {
  table: 'support_tickets',
  rows: build
    .selectFrom('support_tickets')
    .select([
      'ticket_ref',
      'subject',
      'category',
      'status',
      'request_id',
      'messages',
      'created_by',
      'created_at',
      'updated_at',
    ])
    .compile(),
  sorts: { updated_at: { column: 'updated_at', key: 'updated_at', type: 'timestamptz' } },
  ref: { column: 'ticket_ref', key: 'ticket_ref' },
} satisfies ListOf<object>

/** The tickets that fit, the last changed first. Index: support_tickets_newest. */
export function listTickets(
  ctx: Ctx,
  { user, all }: Whose,
  request: Input<typeof listCall>['body'],
): Promise<Output<typeof listCall>> {
  const { search, from, to, filters = {} } = request
  const conditions: Expression<SqlBool>[] = []
  if (!all) conditions.push(sql`created_by_id = ${user.subUserId}`)
  if (from) conditions.push(sql`updated_at >= ${from}`)
  if (to) conditions.push(sql`updated_at < ${to}`)
  if (filters.status) conditions.push(sql`status = any (${several(filters.status)})`)
  if (filters.category) conditions.push(sql`category = any (${several(filters.category)})`)
  if (search) conditions.push(matches(search))
  return pageOf(ctx, tickets, request, conditions)
}

/** The search by reference, request id or a part of the subject. Tickets are few, so each is read. */
function matches(search: string): Expression<SqlBool> {
  return sql<SqlBool>`(ticket_ref = ${search.toUpperCase()} or request_id = ${search} or strpos(lower_case(subject), ${search.toLowerCase()}) > 0)`
}
