import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { refundBatchRowList, type listRefundBatchRows as listCall } from '#contract/refund-batches.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { pageOf, several, type ListOf } from '#server/kit/lists/list.ts'
import { ofBatch } from './queries.ts'

const rows = {
  table: 'refund_batch_rows',
  rows: build
    .selectFrom('refund_batch_rows')
    .select([
      'row_ref', 'row_no', 'state', 'reference', 'amount_text', 'currency_text', 'reason_text', 'note', 'fault', 'fault_params', 'order_ref',
      'refund_id',
    ])
    .compile(), // prettier-ignore
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  ref: { column: 'row_ref', key: 'row_ref' },
} satisfies ListOf<object>

/** The rows that fit, in the order of the sheet unless asked otherwise. Index: refund_batch_rows_in_order. */
export async function listRows(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  const inOrder = { sorting_data: [{ column: 'row_no' as const, order: 'asc' as const }], ...request }
  const page = await pageOf(ctx, rows, inOrder, conditions(request))
  return { ...page, content: page.content.map((row) => ({ ...row, row_no: Number(row.row_no) })) }
}

/** The same rows, all of them, as a sheet. */
export const exportedRows = { columns: refundBatchRowList.columns, list: rows, conditions }

function conditions({ filters = {} }: Pick<Input<typeof listCall>['body'], 'filters'>): Expression<SqlBool>[] {
  return [
    ...(filters.batch_id ? [ofBatch(filters.batch_id)] : []),
    ...(filters.state ? [sql<SqlBool>`state = any (${several(filters.state)})`] : []),
  ]
}
