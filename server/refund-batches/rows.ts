import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { Currency } from '#contract/kit/money.ts'
import {
  refundBatchRowList,
  sheetColumns,
  type RefundRowFault,
  type listRefundBatchRows as listCall,
} from '#contract/refund-batches.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import type { Words } from '#server/kit/http/export-words.ts'
import { build } from '#server/kit/db/statements.ts'
import { pageOf, several, type ListOf } from '#server/kit/lists/list.ts'
import { ofBatch } from './queries.ts'

const rows = {
  table: 'refund_batch_rows',
  rows: build
    .selectFrom('refund_batch_rows')
    .select([
      'row_ref', 'row_no', 'state', 'reference', 'amount_text', 'currency_text', 'reason_text', 'note', 'faults', 'fault', 'fault_params', 'order_ref',
      'refund_id', 'amount_minor as amount', sql<Currency | null>`nullif(currency, '')`.as('currency'),
    ])
    .compile(), // prettier-ignore
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  ref: { column: 'row_ref', key: 'row_ref' },
} satisfies ListOf<object>

/** The rows that fit, in the order of the sheet unless asked otherwise. Index: refund_batch_rows_in_order. */
export async function listRows(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  const inOrder = { sorting_data: [{ column: 'row_no' as const, order: 'asc' as const }], ...request }
  const page = await pageOf(ctx, rows, inOrder, conditions(request))
  return { ...page, content: page.content.map(wireRow) }
}

const wireRow = ({ row_no, faults, ...row }: InferResult<typeof rows.rows>[number]) => ({
  ...row,
  row_no: Number(row_no),
  faults:
    faults.length > 0 || row.fault === ''
      ? faults
      : [{ column: '' as const, fault: row.fault, params: row.fault_params }],
})

/** The same rows, all of them, as a sheet. */
export const exportedRows: ExportOf<Pick<Input<typeof listCall>['body'], 'filters'>> = {
  columns: refundBatchRowList.columns,
  list: rows,
  conditions,
  worded: {
    fault: {
      from: ['faults', 'fault', 'fault_params'],
      text: ([faults = '[]', fault = '', params = '{}'], { words }) => {
        const all = JSON.parse(faults) as RefundRowFault[]
        const told =
          all.length > 0 || !fault
            ? all
            : [{ column: '' as const, fault, params: JSON.parse(params) as RefundRowFault['params'] }]
        return told.map((one) => faultWords(one, words)).join(' ')
      },
    },
  },
}

function faultWords({ column, fault, params }: RefundRowFault, words: Words): string {
  const { left, currency } = params
  const text = words('fieldReasons', fault, {
    ...params,
    ...(left !== undefined && { left: [left, currency].join(' ') }),
  })
  return column ? `${words('columns', sheetColumns[column])}: ${text}` : text
}

function conditions({ filters = {} }: Pick<Input<typeof listCall>['body'], 'filters'>): Expression<SqlBool>[] {
  return [
    ...(filters.batch_id ? [ofBatch(filters.batch_id)] : []),
    ...(filters.state ? [sql<SqlBool>`state = any (${several(filters.state)})`] : []),
  ]
}
