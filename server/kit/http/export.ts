import type { Answer } from '#contract/kit/call.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { openContent } from './export-content.ts'
import type { ExportOf, ExportRequest } from './export-of.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { beginFile, type FileAsked, type FileBegun } from './streamed-file.ts'

export interface ExportAsked<Request> extends FileAsked {
  /** Finds what to export, in the transaction that reads it. */
  source(tx: Transaction): Promise<ExportOf<Request>>
  answer: Answer
  request: Request & ExportRequest
  /** Who gets the file. Times are written in the time zone of their merchant. */
  user: Pick<User, 'roles' | 'flags' | 'timeZone'>
}

/** Begins an export of the rows at one moment. Throws what {@link beginFile} does. */
export function beginExport<Request>(
  parts: Pick<ServeParts, 'exports' | 'services' | 'now'>,
  asked: ExportAsked<Request>,
): Promise<FileBegun> {
  const { request, where, user } = asked
  const prefix = prefixOf(asked.answer)
  return beginFile(parts, asked, async (tx) => {
    const source = await asked.source(tx)
    const { services } = parts
    const { format, content, rows } = await openContent(tx, { source, request, where, prefix, services, user })
    return { prefix, ending: format.ending, type: format.type, content, left: () => ({ rows: String(rows()) }) }
  })
}

/** How the name of an export's file begins. */
export const prefixOf = (answer: Answer): string => ('prefix' in answer ? answer.prefix : 'export')
