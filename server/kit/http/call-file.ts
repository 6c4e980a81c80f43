import type { Call, Input } from '#contract/kit/call.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import type { Handler, ServeParts } from '#server/kit/handler.ts'
import { beginArchive, type ArchiveOf } from './archive-file.ts'
import { exportOf } from './export-of.ts'
import { beginExport } from './export.ts'
import type { ParsedInput } from './parse.ts'
import { beginStored, type StoredOf } from './stored-file.ts'
import type { FileAsked, FileBegun } from './streamed-file.ts'

/** Who gets a file, by which its columns are read and its times written. */
export type FileReader = Pick<User, 'roles' | 'flags' | 'timeZone'>

interface CallAsked extends FileAsked {
  input: ParsedInput
  user: FileReader
  ctxOf: (tx: Transaction) => Ctx
}

/** Begins the file that a call answers with, of any form. */
export function beginFileOf(
  { answer }: Call,
  handler: Handler<Call>,
  parts: ServeParts,
  { input, user, ctxOf, ...asked }: CallAsked,
): Promise<FileBegun> {
  if (answer.form === 'archive') {
    const { find, taken } = handler as unknown as ArchiveOf<Call>
    const typed = input as unknown as Input<Call>
    return beginArchive(parts, {
      ...asked,
      prefix: answer.prefix,
      find: (tx) => find(ctxOf(tx), typed),
      taken: () => parts.database.transaction(asked.where.scope, (tx) => taken(ctxOf(tx), typed)),
    })
  }
  if (answer.form === 'stored') {
    const { find } = handler as unknown as StoredOf<Call>
    return beginStored(parts, { ...asked, find: (tx) => find(ctxOf(tx), input as unknown as Input<Call>) })
  }
  const source = (tx: Transaction) => exportOf(handler, ctxOf(tx), input)
  return beginExport(parts, { ...asked, source, answer, request: input.body ?? input.query, user })
}
