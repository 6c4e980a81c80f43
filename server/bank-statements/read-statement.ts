import { join } from 'node:path'
import { fieldFault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import { readFileApart } from '#server/kit/files/read-sheet.ts'
import type { BankMessage, StatementRefusal } from './statement.ts'

/**
 * Reads a bank's file in a process of its own; no connection to the database is held meanwhile. Throws `invalidFile`, and `uploadsBusy`
 * when too many wait.
 */
export async function readBankStatement(file: UploadedFile): Promise<BankMessage> {
  const program = join(import.meta.dirname, 'parse-statement.ts')
  const argument = { linesMost: limits.bankAnswerLines }
  const read = await readFileApart<BankMessage, StatementRefusal>(program, argument, await file.bytes())
  if (typeof read === 'string') throw fieldFault('invalidFile', 'file', read, refusals[read])
  return read
}

const refusals: Record<StatementRefusal | 'unreadable_file', string> = {
  unreadable_file: 'This file cannot be read as a message of a bank.',
  declares_document_type: 'This file declares a document type or entities, which are not read.',
  not_a_bank_answer: 'This is not a camt.053, camt.054 or pain.002.',
  version_unknown: 'This version of the message is not read. Ask your bank for one from .02 to .13.',
  no_statement: 'This message has no statement.',
  too_many_lines: 'This file has too many lines.',
  packed_too_tight: 'This file says too much.',
}
