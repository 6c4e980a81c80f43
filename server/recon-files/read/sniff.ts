import type { FileFormat } from '#contract/recon-records.ts'
import { wideWithoutMark } from './decode.ts'
import { refused } from './refusals.ts'

/** How a file has to be opened, by its first bytes: its name and the sender's word are not trusted. */
export type Wrapping = 'gz' | 'zip' | 'compound' | 'text'

/** By the first bytes of a file; refuses what is neither an archive, nor a workbook, nor text. */
export function wrappingOf(head: Buffer): Wrapping {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gz'
  if (head.subarray(0, 4).equals(zipBegin) || head.subarray(0, 4).equals(emptyZip)) return 'zip'
  if (head.subarray(0, 8).equals(compoundBegin)) return 'compound'
  const others = ['%PDF-', '\x89PNG', 'GIF8', '\xff\xd8\xff', 'Rar!', '7z\xbc\xaf', 'BZh', '\xfd7zXZ', 'PAR1', 'SQLite format 3', '\x28\xb5\x2f\xfd'] // prettier-ignore
  const begin = head.toString('latin1', 0, 16)
  if (others.some((other) => begin.startsWith(other))) throw refused('unknown_file_format')
  return 'text'
}
const zipBegin = Buffer.from('PK\x03\x04', 'latin1')
const emptyZip = Buffer.from('PK\x05\x06', 'latin1')
/** With what a file of Excel 97–2003 begins, and a workbook with a password. */
const compoundBegin = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The format of a text by its beginning; records of csv are what is left. */
export function formatOfText(begin: string): Exclude<FileFormat, 'xlsx' | 'xls'> {
  const text = begin.trimStart()
  if (/^<(?:!doctype\s+html|html|table)\b/i.test(text)) throw refused('web_page')
  if (/^OFXHEADER\s*:|^(?:<\?[^>]*>\s*)*<OFX\b/i.test(text)) return 'ofx'
  if (/^<(?:\?xml|!--|[A-Za-z_][\w.-]*[\s:/>])/.test(text))
    return /<(?:\w+:)?(?:BkToCstmr(?:Stmt|DbtCdtNtfctn|AcctRpt))\b|urn:iso:std:iso:20022:tech:xsd:camt\.05[234]/.test(text)
      ? 'camt'
      : 'xml'
  if (/^(?:\{1:[A-Z]\d\d|:?9[45][02]\d?\b.{0,40}[\r\n]+:20:)|^:20:/m.test(text.slice(0, 2_000)) && /^:(?:25P?|28C?|60[FM]):/m.test(text))
    return 'mt940'
  if (/^\[\s*(?:[[{"\]\d-]|true|false|null)/.test(text)) return 'json'
  if (/^\{\s*["}]/.test(text)) return isLines(text) ? 'ndjson' : 'json'
  return 'csv'
} // prettier-ignore

/** Whether the first line is a whole object, and the next begins one. */
function isLines(text: string): boolean {
  const end = text.indexOf('\n')
  if (end < 0 || !/^\s*\{/.test(text.slice(end))) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

/** The beginning of a file as text, only to look at: wrong letters do not matter. */
export function glance(head: Buffer): string {
  if (head[0] === 0xef && head[1] === 0xbb) return head.toString('utf8', 3)
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2)
  const wide = head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : wideWithoutMark(head.subarray(0, 512))
  return wide ? new TextDecoder(wide).decode(head) : head.toString('latin1')
}
