import type { FileFormat } from '#contract/recon-records.ts'
import type { Layout } from '../layout.ts'
import { layouts as builtIn } from '../layouts.ts'
import { cellText } from './amounts.ts'
import { missingOf, titlesOf, titlesWithin } from './find-titles.ts'
import type { MissingHeader } from './find-titles.ts'
import type { SourceCell } from './source-rows.ts'

/** A layout that a file may have. */
export interface Candidate {
  layout: Layout
  /** The place among the first rows where its titles stand; -1 where it has none. */
  row: number
  /** What the file lacks; nothing of a layout that is recognised. */
  missing: MissingHeader[]
}

const sheets: ReadonlySet<FileFormat> = new Set(['csv', 'xlsx', 'xls'])
/** A sheet is read by the same layout whichever program has saved it. */
const isOfFormat = ({ formats }: Layout, format: FileFormat): boolean =>
  formats.includes(format) || (sheets.has(format) && formats.some((one) => sheets.has(one)))

/**
 * The layouts whose headers the first rows of a file have, in any order: those with the most headers first, as a report of more
 * columns has those of the shorter one too. Without any, the layout that comes nearest, with what it misses.
 */
export function recognise(
  rows: readonly (readonly SourceCell[])[],
  format: FileFormat,
  layouts: readonly Layout[] = builtIn,
): Candidate[] {
  const found = layouts
    .filter((layout) => isOfFormat(layout, format))
    .flatMap((layout) => candidateOf(layout, rows) ?? [])
  const exact = found.filter(({ missing }) => missing.length === 0)
  if (exact.length > 0) return exact.toSorted((one, other) => rankOf(other) - rankOf(one))
  const nearest = found
    .filter(({ layout, missing }) => missing.length * 2 < layout.reading.headers.length)
    .toSorted((one, other) => shareOf(one) - shareOf(other))[0]
  return nearest ? [nearest] : []
}

function candidateOf(layout: Layout, rows: readonly (readonly SourceCell[])[]): Candidate | null {
  const { headers, beginsWith } = layout.reading
  if (beginsWith) {
    const begins = beginsWith.every((text, at) => cellText(rows[0]?.[at] ?? '').trim() === text)
    return begins ? { layout, row: -1, missing: [] } : null
  }
  if (headers.length === 0) return null
  let best: Candidate | null = null
  for (const [row, cells] of rows.slice(0, titlesWithin).entries()) {
    const missing = missingOf(headers, titlesOf(cells))
    if (best === null || missing.length < best.missing.length) best = { layout, row, missing }
    if (missing.length === 0) break
  }
  return best
}

/** More headers are more exact; a layout that real files have proved comes before one from a documentation. */
const rankOf = ({ layout }: Candidate): number =>
  (layout.reading.beginsWith ? 100 : layout.reading.headers.length) - (layout.unseen ? 1_000 : 0)
const shareOf = ({ layout, missing }: Candidate): number => missing.length / layout.reading.headers.length
