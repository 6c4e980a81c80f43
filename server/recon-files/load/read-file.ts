import { refundRowsFrom } from '#contract/recon-records.ts'
import { hintsOf } from '../read/hints.ts'
import { openSource } from '../read/open-source.ts'
import { readRecords } from '../read/records.ts'
import { addLeftOut, addRecord } from './copy-lines.ts'
import type { EndFrame, FileAsked, FileFrame } from './frames.ts'
import { LineBuffer } from './line-buffer.ts'
import { mappedInSheets } from './mapped-places.ts'
import { Occurrences } from './occurrences.ts'
import { proofLine } from './proof-of.ts'

type Write = (frame: FileFrame, payload?: Buffer) => Promise<void>

/** Reads a file whole and writes what becomes of its rows. Throws `SourceRefused` for a file that cannot be read. */
export async function readFile(asked: FileAsked, file: AsyncIterable<Uint8Array>, write: Write): Promise<void> {
  let read = 0
  const counted = async function* () {
    for await (const piece of file) {
      read += piece.length
      yield piece
    }
  }
  const { facts, rows } = await openSource(counted(), hintsOf(asked.reading), { spoolTo: spool })
  const records = readRecords(asked.reading, rows, { format: facts.format, fileType: asked.fileType })
  const occurrences = new Occurrences()
  const lines = { records: new LineBuffer(), left_out: new LineBuffer() }
  let rowsRead = 0
  let rejected = 0
  let twice = 0
  const send = async (kind: 'records' | 'left_out') => {
    const { count } = lines[kind]
    if (count > 0) await write({ kind, count, rows: rowsRead, read, rejected }, lines[kind].take())
  }
  for await (const some of records.rows) {
    for (const row of some) {
      const { outcome } = row
      rowsRead = row.no < refundRowsFrom ? row.no : rowsRead + 1
      if (asked.want === 'rows') addLeftOut(lines.left_out, row, { ignored: '' })
      else if ('record' in outcome) {
        if (asked.want !== 'records') continue
        const { identity, content } = outcome.record
        const occurrence = occurrences.count(identity, content)
        if (occurrence.isTwice) twice += 1
        addRecord(lines.records, row.no, outcome.record, occurrence)
      } else {
        if ('rejected' in outcome) rejected += 1
        addLeftOut(lines.left_out, row, outcome)
      }
    }
    if (asked.want === 'titles') break
    if (lines.records.isFull) await send('records')
    if (lines.left_out.isFull) await send('left_out')
  }
  await send('records')
  await send('left_out')
  const summary = records.summary()
  const proofs = summary.proofs.map(proofLine)
  const mapped = mappedInSheets(asked.reading, summary)
  await write({ kind: 'end', format: facts.format, ...summary, proofs, mapped, twice } satisfies EndFrame)
}
/** The descriptor of a file without a name. */
const spool = 3
