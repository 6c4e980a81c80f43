import { buffer } from 'node:stream/consumers'
import PostalMime, { type Attachment } from 'postal-mime'
import { writeLine } from '#server/kit/files/stream-apart.ts'

/** What a mail says of itself. */
export interface MailHead {
  /** The addresses of its `From`, in small letters. */
  from: string[]
  subject: string
  /** Its plain text, or that of its HTML, cut. */
  text: string
  /** The links of its text, in order. */
  links: string[]
}
export interface MailFile {
  name: string
  type: string
  /** Drawn within the text, as the pictures of a signature are. */
  isInline: boolean
  size: number
}
export type MailLine = { head: MailHead } | { file: MailFile } | { bytes: string }

/** Reads a mail from standard input, and writes its head, and each attachment with its bytes in pieces of Base64. */
async function parseMail(mail: Buffer): Promise<void> {
  const parsed = await PostalMime.parse(mail, { maxNestingDepth: 30, maxHeadersSize: 512 * 1024 })
  const text = (parsed.text ?? textOf(parsed.html ?? '')).slice(0, 20_000)
  const links = [...`${parsed.text ?? ''}\n${parsed.html ?? ''}`.matchAll(/https:\/\/[^\s"'<>\\^`{|}]{3,2000}/g)]
  const from = [parsed.from, ...(parsed.from?.group ?? [])].flatMap((one) =>
    one?.address ? [one.address.toLowerCase()] : [],
  )
  await writeLine({
    head: {
      from,
      subject: (parsed.subject ?? '').slice(0, 500),
      text,
      links: [...new Set(links.map(([link]) => link.replaceAll('&amp;', '&')))].slice(0, 50),
    },
  } satisfies MailLine)
  for (const attachment of parsed.attachments) await writeFile(attachment)
}

async function writeFile({ filename, mimeType, disposition, related, content }: Attachment): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
  const isInline = related === true || (disposition !== 'attachment' && mimeType.startsWith('image/'))
  await writeLine({
    file: { name: filename ?? '', type: mimeType.toLowerCase(), isInline, size: bytes.length },
  } satisfies MailLine)
  for (let at = 0; at < bytes.length; at += pieceBytes)
    await writeLine({ bytes: bytes.subarray(at, at + pieceBytes).toString('base64') } satisfies MailLine)
}
const pieceBytes = 768 * 1024

const textOf = (html: string) => html.replaceAll(/<(style|script)[^]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')

if (import.meta.main) await parseMail(await buffer(process.stdin))
