import type { FileFormat } from '#contract/recon-records.ts'
import { unwrapped, type SpoolFile } from './archive.ts'
import { begun, counted, peek } from './byte-streams.ts'
import { csvRows } from './csv.ts'
import { decoded } from './decode.ts'
import { oldWorkbookRows } from './old-workbook.ts'
import { refused } from './refusals.ts'
import { formatOfText, glance } from './sniff.ts'
import type { OpenSource, SourceFacts, SourceHints, SourceRow } from './source-rows.ts'
import { spooled } from './spool.ts'
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
    rows = workbookRows(content.zip, content.entries, hints, facts)
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
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(begin)?.[1]
  const text = decoded(all, declared === undefined ? hints : { ...hints, encoding: declared }, facts)
  return facts.format === 'csv' ? csvRows(text, hints, facts) : (await readerOf(facts.format))(text, hints)
}

/** What a reader of a format makes of its text. */
type TextReader = (text: AsyncIterable<string>, hints: SourceHints) => AsyncGenerator<SourceRow[]>

async function readerOf(format: Exclude<FileFormat, 'csv' | 'xlsx' | 'xls'>): Promise<TextReader> {
  throw refused('unknown_file_format', { format })
}
