import { join } from 'node:path'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import { streamApart } from '#server/kit/files/stream-apart.ts'
import type { MailFile, MailHead, MailLine } from './parse-mail.ts'

/** A mail as it was read, with the files that it brings. */
export interface ReadMail {
  head: MailHead
  files: (MailFile & { bytes: Buffer[] })[]
}

/** Reads a mail in a process that can do nothing else. Null for one that cannot be read in its time and memory. */
export async function readMail(parts: AsyncIterable<Uint8Array>): Promise<ReadMail | null> {
  const mail: ReadMail = { head: { from: [], subject: '', text: '', links: [] }, files: [] }
  const lines = streamApart({
    path: join(import.meta.dirname, 'parse-mail.ts'),
    argument: {},
    input: parts,
    timeoutMs: limits.mailReadMs,
    options: [`--max-old-space-size=${limits.mailReadMegabytes}`],
  })
  try {
    for await (const line of lines as AsyncIterable<MailLine>) {
      if ('head' in line) mail.head = line.head
      else if ('file' in line) mail.files.push({ ...line.file, bytes: [] })
      else mail.files.at(-1)?.bytes.push(Buffer.from(line.bytes, 'base64'))
      if (mail.files.length > limits.mailAttachments) return null
    }
    return mail
  } catch {
    return null
  }
}

/** Whether an attachment may be a file of reconciliation: no picture of a signature, no invitation, no other mail. */
export const mayBeFile = ({ type, isInline, size }: MailFile): boolean =>
  size > 0 && !isInline && !/^(image|video|audio|font|message)\/|calendar|vcard|pkcs7|pgp-|delivery-status/.test(type)

/** The name of an attachment, without a folder and without controls. */
export function nameOf({ name, type }: MailFile, place: number): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, '')
    .split(/[/\\]/)
    .at(-1)
  return (
    (plain ?? '').trim().slice(0, 200).replace(/^\.+$/, '') || `attachment-${place + 1}.${type.split('/')[1] ?? 'bin'}`
  )
}
