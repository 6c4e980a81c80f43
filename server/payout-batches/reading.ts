import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { fieldFault } from '#contract/faults.ts'
import { PayoutSheetDefaults, PayoutSheetTitles } from '#contract/payout-batches.ts'
import {
  payoutColumnsNeeded,
  payoutPlacesOf,
  resultBegin,
  sheetTitleKey,
  type PayoutSheetColumn,
} from '#contract/payout-sheet.ts'
import type { KeptSheetReading } from '#server/db/kept-payout-sheet.ts'

/**
 * How a sheet is read: as the upload says, else as a sheet with the same titles was read last, else by the names of the columns.
 * Throws `invalidRequest` for what is none.
 */
export const readingOf = (
  asked: { mapping?: string | undefined; defaults?: string | undefined },
  known: KeptSheetReading | undefined,
): KeptSheetReading => ({
  columns: { ...known?.columns, ...parsed(asked.mapping, 'mapping', PayoutSheetTitles) },
  defaults: asked.defaults ? parsed(asked.defaults, 'defaults', PayoutSheetDefaults) : (known?.defaults ?? {}),
})

function parsed(
  text: string | undefined,
  field: string,
  schema: typeof PayoutSheetTitles,
): KeptSheetReading['columns'] {
  if (!text) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  const read = schema.safeParse(value)
  if (!read.success) throw fieldFault('invalidRequest', field, 'wrong_type', 'This is not how a sheet can be read.')
  return withoutUndefined(read.data)
}
const withoutUndefined = (of: z.output<typeof PayoutSheetTitles>): KeptSheetReading['columns'] =>
  Object.fromEntries(Object.entries(of).filter(([, text]) => text !== undefined))

/** By which the next sheet with these titles is known, whatever the columns of a result behind them. */
export const headDigest = (head: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(head.slice(0, resultBegin(head)).map(sheetTitleKey)))
    .digest()

/** The columns that every row needs and nothing says. Beside them it names a beneficiary, or the holder of an account. */
export function missingColumns(head: readonly string[], { columns, defaults }: KeptSheetReading): PayoutSheetColumn[] {
  const places = payoutPlacesOf(head, columns)
  const says = (column: PayoutSheetColumn) => places[column] !== undefined || Boolean(defaults[column]?.trim())
  const missing: PayoutSheetColumn[] = payoutColumnsNeeded.filter((column) => !says(column))
  return says('BeneficiaryId') || says('BeneficiaryName') ? missing : [...missing, 'BeneficiaryName']
}

/** Whether a sheet is read otherwise than by the names of the columns. */
export const saysMore = ({ columns, defaults }: KeptSheetReading): boolean =>
  Object.keys(columns).length > 0 || Object.values(defaults).some((value) => value !== '')
