import type { FileFormat } from '#contract/recon-records.ts'
import { unwrapped } from './archive.ts'
import { begun, counted, peek } from './byte-streams.ts'
import { csvRows } from './csv.ts'
import { decoded } from './decode.ts'
import { oldWorkbookRows } from './old-workbook.ts'
import { refused } from './refusals.ts'
import { formatOfText, glance } from './sniff.ts'
import {
  SourceRefused,
  type OpenSource,
  type SourceFacts,
  type SourceHints,
  type SourceRow,
  type TextReader,
} from './source-rows.ts'
import { spooled, type SpoolFile } from './spool.ts'
import { workbookRows } from './workbook.ts'

/** How much of a text tells its format. */
const beginBytes = 64 * 1024

/**
 * Opens a file of any format from its bytes as they come, by what it holds and not by its name. Of text a few rows are in memory at
 * a time; a workbook is kept packed, beyond some megabytes in `spoolTo`, where the process has such a file.
 */
export async function openSource(
  file: AsyncIterable<Uint8Array>,
  hints: SourceHints,
  { spoolTo }: { spoolTo?: number } = {},
): ReturnType<OpenSource> {
  const facts: SourceFacts = { format: 'csv', packed: '', encoding: '', delimiter: '', sheets: [], sheet: -1 }
  const spool: SpoolFile | undefined = spoolTo === undefined ? undefined : { fd: spoolTo, from: 0 }
  const { packed, content } = await unwrapped(counted(file), spool)
  facts.packed = packed
  let rows: AsyncGenerator<SourceRow[]>
  if (content.kind === 'workbook') {
    facts.format = 'xlsx'
    rows = whole(workbookRows(content, hints, facts))
  } else if (content.kind === 'compound') {
    facts.format = 'xls'
    rows = oldWorkbookRows(await spooled(content.bytes, content.spool), hints, facts)
  } else rows = await textRows(content.bytes, hints, facts)
  return { facts, rows: await begun(rows) }
}

async function textRows(
  bytes: AsyncIterable<Buffer>,
  hints: SourceHints,
  facts: SourceFacts,
): Promise<AsyncGenerator<SourceRow[]>> {
  const { head, all } = await peek(bytes, beginBytes)
  if (head.length === 0) throw refused('empty_file')
  const begin = glance(head.subarray(0, beginBytes))
  facts.format = formatOfText(begin)
  if (facts.format === 'camt') facts.message = messageOf(begin)
  const declared = declaredEncoding(begin)
  const text = decoded(all, declared === undefined ? hints : { ...hints, encoding: declared }, facts)
  if (facts.format === 'csv') return csvRows(text, hints, facts)
  const reader = textReaders[facts.format]
  if (!reader) throw refused('unknown_file_format')
  return whole((await reader())(text, hints))
}

/** The encoding that an XML declaration or the head of an OFX file names. */
function declaredEncoding(begin: string): string | undefined {
  const codePage = /^\s*OFXHEADER[^<]{0,200}\bCHARSET\s*:\s*(\d{4})\b/.exec(begin)?.[1]
  if (codePage !== undefined) return `windows-${codePage}`
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(begin)?.[1]
}

/** Which of a bank's messages it is. */
const messageOf = (begin: string): string =>
  /<(?:\w+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(begin) ? 'camt.054' : /<(?:\w+:)?BkToCstmrAcctRpt[\s>]/.test(begin) ? 'camt.052' : 'camt.053' // prettier-ignore

/** What has no lines to name, and is broken in its letters, is damaged. */
async function* whole(rows: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
  try {
    yield* rows
  } catch (error) {
    throw error instanceof SourceRefused && error.reason === 'mixed_encoding' ? refused('damaged_file') : error
  }
}

/** The readers of texts that are no records, each loaded when it is needed. */
const textReaders: Partial<Record<FileFormat, () => Promise<TextReader>>> = {
  xml: async () => (await import('./xml.ts')).xmlSource,
  json: async () => (await import('./json.ts')).jsonSource,
  ndjson: async () => (await import('./ndjson.ts')).ndjsonSource,
  mt940: async () => (await import('./mt940.ts')).mt940Source,
  ofx: async () => (await import('./ofx.ts')).ofxSource,
  camt: async () => (await import('./camt.ts')).camtSource,
}
