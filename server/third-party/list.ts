import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { ThirdPartyField } from '#contract/third-party-mapping.ts'
import {
  thirdPartyErrorList,
  thirdPartyList,
  type listThirdParty as listCall,
  type listThirdPartyErrors as errorsCall,
} from '#contract/third-party.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { commonConditions, oneOf, pageOf, startsWith, timeOf, type ListOf } from '#server/kit/lists/list.ts'
import { ofUpload } from './queries.ts'

const transactions = {
  table: 'third_party_transactions',
  rows: build
    .selectFrom('third_party_transactions')
    .select([
      'transaction_key', 'occurred_at', 'status', 'amount_minor as amount', 'currency', 'source', 'merchant_order_ref', 'channel_order_ref',
      'method', 'channel', 'payer', 'email', 'fee_minor as fee', 'description', 'upload_id', 'row_no',
    ])
    .compile(),
  sorts: { occurred_at: { column: 'occurred_at', key: 'occurred_at', type: 'timestamptz' } },
  ref: { column: 'transaction_key', key: 'transaction_key' },
} satisfies ListOf<object> // prettier-ignore

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>

/** The transactions that fit, newest first. Indexes: third_party_transactions_newest, …_of_upload. */
export const listTransactions = (ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> =>
  pageOf(ctx, transactions, request, conditions(request))

/** The same, all of them, as a file. */
export const exportedTransactions: ExportOf<Asked> = {
  columns: thirdPartyList.columns,
  list: transactions,
  conditions,
}

function conditions({ search, from, to, filters = {} }: Asked): Expression<SqlBool>[] {
  const { status, currency, amount, occurred_at, source, payer, upload_id } = filters
  const time = timeOf({ from, to, filters: { created_at: occurred_at } })
  return [
    ...commonConditions({ filters: { currency, amount } }),
    ...(status ? [oneOf('status', status)] : []),
    ...(time.from ? [sql<SqlBool>`occurred_at >= ${time.from}`] : []),
    ...(time.to ? [sql<SqlBool>`occurred_at < ${time.to}`] : []),
    ...(source ? [sql<SqlBool>`source = ${source}`] : []),
    ...(payer ? [startsWith('payer', payer)] : []),
    ...(upload_id ? [ofUpload(upload_id)] : []),
    ...(search
      ? [sql<SqlBool>`(merchant_order_ref = ${search} or channel_order_ref = ${search} or email = ${search})`]
      : []),
  ]
}

const errors = {
  table: 'third_party_errors',
  rows: build
    .selectFrom('third_party_errors')
    .select(['error_ref', 'row_no', sql<ThirdPartyField | ''>`"column"`.as('column'), 'value', 'reason', 'params'])
    .compile(),
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  ref: { column: 'error_ref', key: 'error_ref' },
} satisfies ListOf<object>

/** The errors of an upload in the order of its sheet. Index: third_party_errors_in_order. */
export async function listErrors(
  ctx: Ctx,
  request: Input<typeof errorsCall>['body'],
): Promise<Output<typeof errorsCall>> {
  const inOrder = { sorting_data: [{ column: 'row_no' as const, order: 'asc' as const }], ...request }
  const page = await pageOf(ctx, errors, inOrder, errorConditions(request))
  return { ...page, content: page.content.map(wireError) }
}
const wireError = ({ row_no, ...row }: InferResult<typeof errors.rows>[number]) => ({ ...row, row_no: Number(row_no) })

/** The same, all of them, as a sheet. */
export const exportedErrors: ExportOf<Pick<Input<typeof errorsCall>['body'], 'filters'>> = {
  columns: thirdPartyErrorList.columns,
  list: errors,
  conditions: errorConditions,
  worded: {
    reason: {
      from: ['reason', 'params'],
      text: ([reason = '', params = '{}'], { words }) =>
        words('fieldReasons', reason, JSON.parse(params) as Record<string, string | number>),
    },
  },
}

function errorConditions({ filters = {} }: Pick<Input<typeof errorsCall>['body'], 'filters'>): Expression<SqlBool>[] {
  return filters.upload_id ? [ofUpload(filters.upload_id)] : []
}
