import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { payoutList } from '#contract/payout-list.ts'
import type { exportPayouts as exportCall, listPayouts as listCall } from '#contract/payouts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf, FindExport } from '#server/kit/http/export-of.ts'
import { amountWays } from '#server/kit/lists/amount-search.ts'
import { commonConditions, oneOf, pageOf, startsWith, type ListOf } from '#server/kit/lists/list.ts'
import { numberDigests, openedNumber, sealedParts } from './account-number.ts'

const rows = build
  .selectFrom('payouts')
  .select([
    'txn_ref',
    'merchant_txn_ref',
    'virtual_account_no as vaaccount_no',
    'channel_key',
    'status',
    'status_reason',
    'status_channel_reason',
    'verified_by',
    'verified_time',
    'approved_by',
    'approved_time',
    'scheduled_time as due_date',
    'scheduled_time',
    'account_type',
    'channel_ref',
    'amount_minor as amount',
    'currency',
    'environment',
    'fee_minor as fee',
    'fee_tax_minor as fee_tax',
    'fee_payer',
    'beneficiary_uuid',
    'beneficiary_name',
    'bank_name',
    'created_by',
    'maker_names as made_by',
    'waits_for',
    'waits_until',
    'revision',
    'batch_id',
    'returned_minor as returned_amount',
    'remarks',
    'created_at',
    'updated_at',
  ]) // prettier-ignore
  .select([
    sql<boolean | null>`case when verified_time is not null then true end`.as('is_verified'),
    sql<boolean | null>`case when approved_time is not null then true end`.as('is_approved'),
    sql<string>`coalesce(pays_again, '')`.as('pays_again'),
    sql<string | null>`arrival_estimate::text`.as('arrival_estimate'),
  ])

const sorts = {
  created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
  amount: { column: 'amount_minor', key: 'amount', type: 'bigint' },
} as const
const ref = { column: 'txn_ref', key: 'txn_ref' }
const payouts = {
  table: 'payouts',
  rows: rows.select('last_four as to_account_no').compile(),
  sorts,
  ref,
} satisfies ListOf<object>
/** With what opens the whole numbers. */
const withNumbers = { table: 'payouts', rows: rows.select(sealedParts).compile(), sorts, ref } satisfies ListOf<object>

/** The payouts that fit, newest first unless sorted otherwise. Indexes: one for each filter and sort, of the migrations 136, 143 and 165. */
export async function listPayouts(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  return pageOf(ctx, payouts, request, await conditions(ctx, request))
}

/** The same payouts, all of them, as a file with whole numbers. */
export const exportedPayouts: FindExport<typeof exportCall> = async (ctx, { body }) => {
  const found = await conditions(ctx, body)
  return {
    columns: payoutList.columns,
    list: withNumbers,
    conditions: () => found,
    made: { to_account_no: await openedNumber(ctx) },
    worded: { is_verified: step('is_verified'), is_approved: step('is_approved') },
  } satisfies ExportOf<unknown>
}

/** Whether a step is taken; empty while it is not, or is none. */
const step = (name: string) => ({
  from: [name],
  text: ([taken]: readonly string[], by: { words: (group: string, name: string) => string }) =>
    taken === 'true' ? by.words('yesNo', 'yes') : '',
})

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>
async function conditions(ctx: Ctx, request: Asked): Promise<Expression<SqlBool>[]> {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  if (filters.waits_for) found.push(oneOf('waits_for', filters.waits_for))
  if (filters.status_reason) found.push(oneOf('status_reason', filters.status_reason))
  if (filters.channel_key) found.push(sql`channel_key = ${filters.channel_key}`)
  if (filters.vaaccount_no) found.push(sql`virtual_account_no = ${filters.vaaccount_no}`)
  if (filters.beneficiary_uuid) found.push(isId('beneficiary_uuid', filters.beneficiary_uuid.toLowerCase()))
  if (filters.batch_id) found.push(isId('batch_id', filters.batch_id.toLowerCase()))
  if (filters.created_by) found.push(sql`created_by = ${filters.created_by}`)
  if (filters.due_date?.from) found.push(sql`scheduled_time >= ${filters.due_date.from}`)
  // None is made after its time. Said too, so that the newest rows are not read before those that are due.
  if (filters.due_date?.to)
    found.push(sql`scheduled_time < ${filters.due_date.to} and created_at < ${filters.due_date.to}`)
  if (filters.to_account_no) found.push(sql`number_digest = any (${await numberDigests(ctx, filters.to_account_no)})`)
  if (search) found.push(matches(search))
  return found
}

const isId = (column: string, asked: string): Expression<SqlBool> =>
  isUuid(asked) ? sql<SqlBool>`${sql.ref(column)} = ${asked}` : sql<SqlBool>`false`

/** By a reference of ours, the merchant's or the provider's, by the start of the beneficiary's name, or by amount. */
function matches(search: string): Expression<SqlBool> {
  const ways = [
    sql`txn_ref = ${search}`,
    sql`(channel_ref = ${search} and channel_ref <> '')`,
    startsWith('merchant_txn_ref', search),
    startsWith('beneficiary_name_lower', search.toLowerCase()),
    ...amountWays(search),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
