import { join } from 'node:path'
import { fieldFault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import { readFileApart, readTypedSheet, type TypedSheet } from '#server/kit/files/read-sheet.ts'
import type { PainRefusal, PainSheet } from './parse-pain.ts'

/** A file of payouts as rows under titles, whatever its format. */
export interface PaymentsRead extends TypedSheet {
  /** `xlsx`, `xls`, `csv`, or the name of the message of ISO 20022. */
  format: string
}

/** Reads an upload; no connection to the database is held meanwhile. Throws `invalidFile`, and `uploadsBusy` when too many wait. */
export async function readPayments(file: UploadedFile): Promise<PaymentsRead> {
  const bytes = await file.bytes()
  const rowsMost = limits.payoutSheetRows + 1
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  if (ending !== 'xml') {
    const sheet = await readTypedSheet({ name: file.name, bytes, rowsMost }, 'file')
    return { ...sheet, format: ending }
  }
  const program = join(import.meta.dirname, 'parse-pain.ts')
  const read = await readFileApart<PainSheet, PainRefusal>(program, { rowsMost: limits.payoutSheetRows }, bytes)
  if (typeof read === 'string') throw fieldFault('invalidFile', 'file', read, refusals[read])
  return { ...read, separator: '' }
}

const refusals: Record<PainRefusal | 'unreadable_file', string> = {
  unreadable_file: 'This file cannot be read as a message of payments.',
  declares_document_type: 'This file declares a document type or entities, which are not read.',
  not_pain: 'This is not a pain.001.001.03 or pain.001.001.09.',
  not_transfers: 'A payment of this file is not a transfer.',
  payments_miscounted: 'The number of payments in this file is not the one that it states.',
  sum_differs: 'The amounts in this file do not add up to the sum that it states.',
  too_many_rows: 'This file has too many payments.',
  packed_too_tight: 'This file says too much.',
}
