/**
 * The words of reconciliation that all sides share: types and fields of records, buckets of rows, and the sign that each type has
 * from the merchant's side.
 */
export const recordTypes = [
  'payment',
  'refund',
  'refund_reversal',
  'chargeback',
  'chargeback_reversal',
  'fee',
  'adjustment',
  'conversion',
  'transfer',
  'reserve',
  'payout',
] as const
export type RecordType = (typeof recordTypes)[number]

/** The sign of a type's amounts from the merchant's side; 0 where either may stand. */
export const signOfType: Readonly<Record<RecordType, 1 | -1 | 0>> = {
  payment: 1,
  refund: -1,
  refund_reversal: 1,
  chargeback: -1,
  chargeback_reversal: 1,
  fee: -1,
  adjustment: 0,
  conversion: 0,
  transfer: 0,
  reserve: 0,
  payout: -1,
}

/**
 * The fields that a column of a file may be read into, by their names in a mapping: first those that the console has always
 * known of transaction files and of settlement files.
 */
export const transactionHeaders = [
  'date',
  'amount',
  'merchant_order_ref',
  'channel_order_ref',
  'channel_order_ref1',
  'status',
] as const
export const settlementHeaders = ['date', 'amount', 'txn_type', 'txn_ref'] as const
export const furtherHeaders = [
  'merchant_ref',
  'other_ref',
  'booked_on',
  'currency',
  'fee',
  'tax',
  'passed_on',
  'net',
  'net_currency',
  'rate',
  'batch',
  'method',
  'account_id',
  'brand_id',
  'country',
  'marketplace_id',
  'sku_id',
  'quantity',
  'parent_ref',
  'time_zone',
  'balance',
  'section',
] as const

/** Every field that a column may be read into; both kinds of files have some of their own. */
export const mappingFields = [...new Set([...transactionHeaders, ...settlementHeaders, ...furtherHeaders])] as const

/** The five ends of a row: they add up to the rows of the file. */
export const buckets = ['loaded', 'repeated', 'restated', 'ignored', 'rejected'] as const
export type Bucket = (typeof buckets)[number]

/** What a record is marked with; the console has a sentence for each. */
export const recordMarks = [
  'digits_lost',
  'identity_twice',
  'both_sides_filled',
  'contradicts_itself',
  'time_skipped',
  'time_twice',
  'row_short',
] as const
export type RecordMark = (typeof recordMarks)[number]

/** Formats that a file is recognised as by its content. */
export const fileFormats = ['csv', 'xlsx', 'xls', 'xml', 'json', 'ndjson', 'mt940', 'ofx', 'camt'] as const
export type FileFormat = (typeof fileFormats)[number]

/** Rows of refunds on a sheet of their own are numbered above this: row 5 of that sheet is row 10,000,005 of the file. */
export const refundRowsFrom = 10_000_000
