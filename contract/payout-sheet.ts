/** The columns of a sheet of payouts, matched without case, blanks and underscores. */
export const payoutSheetColumns = [
  'Reference', 'VirtualAccount', 'BeneficiaryId', 'BeneficiaryName', 'AccountNumber', 'AccountType', 'BankCode', 'Branch', 'Country',
  'Currency', 'Amount', 'Remark', 'Email', 'Phone', 'FeePayer', 'ScheduledTime', 'Purpose', 'Reason',
] as const // prettier-ignore
export type PayoutSheetColumn = (typeof payoutSheetColumns)[number]

/** What every row says, by a column or by one value for all. Beside these it names a beneficiary, or an account and its holder. */
export const payoutColumnsNeeded = [
  'VirtualAccount',
  'Currency',
  'Amount',
] as const satisfies readonly PayoutSheetColumn[]
/** The columns that a result sheet adds. They are passed over when it comes back, but for the reference of what was made. */
export const payoutResultColumns = ['row_status', 'field', 'reason', 'txn_ref'] as const
type PayoutResultColumn = (typeof payoutResultColumns)[number]

/** What became of a row, or would: it is made, can be made, is wrong, or was made by an earlier upload. */
export const payoutRowStates = ['created', 'valid', 'error', 'skipped'] as const

/** How a sheet is read: the title of each column, the empty text where it has none, and one value for all rows. */
export type PayoutSheetMapping = { readonly [Column in PayoutSheetColumn]?: string | undefined }
export interface PayoutSheetReading {
  columns: PayoutSheetMapping
  defaults: PayoutSheetMapping
}

/** A title without its case, blanks and marks. */
export const sheetTitleKey = (title: string): string => title.toLowerCase().replaceAll(/[\s_.-]+/g, '')

/** The place of each column in a sheet with this first row: by its mapping, else by its name. */
export function payoutPlacesOf(head: readonly string[], columns: PayoutSheetMapping = {}) {
  const keys = head.map(sheetTitleKey)
  const end = resultBegin(head)
  const places: Partial<Record<PayoutSheetColumn, number>> = {}
  for (const column of payoutSheetColumns) {
    const title = columns[column] ?? column
    const at = title === '' ? -1 : keys.indexOf(sheetTitleKey(title))
    if (at >= 0 && at < end) places[column] = at
  }
  return places
}

/**
 * Where the columns of a result begin in a sheet that comes back: its last four, in their order. The end of the head where it has none,
 * so that a merchant's own column `reason` is not taken for one.
 */
export function resultBegin(head: readonly string[]): number {
  const titles = head.findLastIndex((title) => title !== '') + 1
  const from = titles - payoutResultColumns.length
  return from >= 0 && payoutResultColumns.every((name, at) => head[from + at]?.trim().toLowerCase() === name)
    ? from
    : titles
}
/** The place of one of them; -1 where the sheet is none that comes back. */
export function resultPlace(head: readonly string[], column: PayoutResultColumn): number {
  const from = resultBegin(head)
  return payoutResultColumns.every((name, at) => head[from + at]?.trim().toLowerCase() === name)
    ? from + payoutResultColumns.indexOf(column)
    : -1
}
