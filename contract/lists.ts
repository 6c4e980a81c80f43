import { masterColumns, type Column } from './kit/columns.ts'
import { paymentLinkList } from './payment-links.ts'
import { paymentList } from './payments.ts'
import { webhookColumns } from './webhooks.ts'

/** Every list whose columns a user may choose, by the name that goes over the wire as `table`. */
export const listColumns = {
  'payment-links': { ...masterColumns, ...paymentLinkList.columns },
  payments: paymentList.columns,
  webhooks: webhookColumns,
} as const satisfies Record<string, Record<string, Column>>
export type TableName = keyof typeof listColumns
export const tableNames = Object.keys(listColumns) as [TableName, ...TableName[]]
