import { limits } from '#contract/limits.ts'
import type { KeptAttachment } from '#server/db/kept-attachment.ts'
import type { Services } from '#server/kit/ctx.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import type { AttachedFile } from '#server/kit/outbound/mail.ts'

/** The attachments of a mail, ready to go. */
export interface Attached {
  files: AttachedFile[]
  /** The names of those that are left out: there is no such file any more, or it goes beyond the limit. */
  without: string[]
}

/** The bytes of a file that a mail names; null when there is none. */
export function readAttachment(
  { files }: Pick<Services, 'files'>,
  { of }: KeptAttachment,
  transaction: InTransaction,
): Promise<Uint8Array | null> {
  const source = files.find(({ kind }) => kind === of.kind)
  if (!source) throw new Error(`no files of the kind ${of.kind}`)
  return source.read(transaction, of.ref)
}

/** Reads the files of a mail, one after the other, as each may be as large as all may be together. */
export async function readAttachments(
  services: Pick<Services, 'files'>,
  attachments: readonly KeptAttachment[],
  transaction: InTransaction,
): Promise<Attached> {
  const attached: Attached = { files: [], without: [] }
  let bytes = 0
  for (const one of attachments) {
    const content = await readAttachment(services, one, transaction)
    if (!content || bytes + content.length > limits.attachmentBytes) {
      attached.without.push(one.name)
      continue
    }
    bytes += content.length
    attached.files.push({ name: one.name, type: one.type, content })
  }
  return attached
}
