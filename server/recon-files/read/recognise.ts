import type { FileFormat } from '#contract/recon-records.ts'
import type { Layout } from '../layout.ts'
import { layouts as builtIn } from '../layouts.ts'
import { cellText } from './amounts.ts'
import { lackingOf, missingOf, titlesOf, titlesWithin } from './find-titles.ts'
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

/** Messages of a bank with the same titles are told apart by what they say they are. */
const isOfMessage = ({ messages }: Layout, message: string | undefined): boolean =>
  message === undefined || messages === undefined || messages.includes(message)

/** Whether nothing that a file says tells two layouts apart. */
export const areAlike = ({ layout: { reading: one } }: Candidate, { layout: { reading: other } }: Candidate): boolean =>
  one.headers.length > 0 && one.headers.length === other.headers.length && one.headers.every((header) => other.headers.includes(header)) // prettier-ignore

/**
 * The layouts whose headers the first rows of a file have, in any order: those with the most headers first, as a report of more
 * columns has those of the shorter one too. Without any, the layout that comes nearest, with what it misses.
 */
export function recognise(
  rows: readonly (readonly SourceCell[])[],
  format: FileFormat,
  { layouts = builtIn, message }: { layouts?: readonly Layout[]; message?: string | undefined } = {},
): Candidate[] {
  const titles = rows.slice(0, titlesWithin).map(titlesOf)
  const found = layouts
    .filter((layout) => isOfFormat(layout, format) && isOfMessage(layout, message))
    .flatMap((layout) => likenessOf(layout, rows[0] ?? [], titles) ?? [])
  const exact = found.flatMap(({ layout, row, lacking }) => (lacking === 0 ? [{ layout, row, missing: [] }] : []))
  if (exact.length > 0) return exact.toSorted((one, other) => rankOf(other) - rankOf(one))
  const nearest = found
    .filter(({ layout, lacking }) => lacking * 2 < layout.reading.headers.length)
    .toSorted((one, other) => shareOf(one) - shareOf(other))[0]
  if (!nearest) return []
  const { layout, row } = nearest
  return [{ layout, row, missing: missingOf(layout.reading.headers, titles[row] ?? []) }]
}

/** The row that has the most headers of a layout, and how many it lacks. */
interface Likeness {
  layout: Layout
  row: number
  lacking: number
}

function likenessOf(
  layout: Layout,
  first: readonly SourceCell[],
  titles: readonly (readonly string[])[],
): Likeness | null {
  const { headers, beginsWith } = layout.reading
  if (beginsWith) {
    const begins = beginsWith.every((text, at) => cellText(first[at] ?? '').trim() === text)
    return begins ? { layout, row: -1, lacking: 0 } : null
  }
  if (headers.length === 0) return null
  let best: Likeness | null = null
  for (const [row, of] of titles.entries()) {
    const lacking = lackingOf(headers, of).length
    if (best === null || lacking < best.lacking) best = { layout, row, lacking }
    if (lacking === 0) break
  }
  return best
}

/** More headers are more exact; a layout that real files have proved comes before one from a documentation. */
const rankOf = ({ layout }: Candidate): number =>
  (layout.reading.beginsWith ? 100 : layout.reading.headers.length) - (layout.unseen ? 1_000 : 0)
const shareOf = ({ layout, lacking }: Likeness): number => lacking / layout.reading.headers.length
