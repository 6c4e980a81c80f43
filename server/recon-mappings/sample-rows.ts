import type { ReconSample } from '#contract/recon-sample.ts'
import { cellText } from '#server/recon-files/read/amounts.ts'
import { exactText } from '#server/recon-files/read/exact.ts'
import type { ReadRecord, ReadRow } from '#server/recon-files/read/read-row.ts'
import type { SourceRow } from '#server/recon-files/read/source-rows.ts'

type Shown = ReconSample['rows'][number]
const cellMost = 500
const blank = { rule: '', record: {}, type: '' as const, marks: [], faults: [] }

/** A row of a file that is not read, as it is written. */
export const unreadRow = ({ no, cells }: SourceRow): Shown => ({
  row_no: no,
  cells: cells.map((cell) => cellText(cell).slice(0, cellMost)),
  outcome: 'ignored',
  ...blank,
})

/** A row as written beside as read. */
export function shownRow({ no, cells, outcome }: ReadRow): Shown {
  const row = { row_no: no, cells: cells.map((cell) => cellText(cell).slice(0, cellMost)), ...blank }
  if ('ignored' in outcome) return { ...row, outcome: 'ignored', rule: outcome.ignored }
  if ('rejected' in outcome) return { ...row, outcome: 'rejected', faults: outcome.rejected }
  const { type, marks } = outcome.record
  return { ...row, outcome: 'record', record: recordTexts(outcome.record), type, marks }
}

/** A record's fields as texts; those that are empty are left out. */
function recordTexts({
  identity: _,
  content: __,
  marks: ___,
  type: ____,
  ...fields
}: ReadRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null || value === '') return []
      const text = typeof value === 'bigint' ? exactText(value, 2) : String(value)
      return [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), text.slice(0, cellMost)]]
    }),
  )
}
