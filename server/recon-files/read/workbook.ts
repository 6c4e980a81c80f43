import { byteCount } from './byte-streams.ts'
import { hasTitles, refused, rowsOfTitles } from './refusals.ts'
import { SheetScanner } from './sheet-scanner.ts'
import type { SourceFacts, SourceHints, SourceRow } from './source-rows.ts'
import type { Spool } from './spool.ts'
import { openWorkbook, partsOf, partText, type Package, type Workbook } from './workbook-parts.ts'
import type { ZipEntry } from './zip-directory.ts'

/** Whether an archive is a workbook. */
export const isWorkbook = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => /^[/\\]?(?:\[content_types\]\.xml|xl[/\\]workbook\.(?:xml|bin))$/i.test(name))

/** The rows of the sheet of a workbook that the hints choose. `facts` has all sheets. */
export async function* workbookRows(
  zip: Spool,
  entries: readonly ZipEntry[],
  hints: SourceHints,
  facts: Pick<SourceFacts, 'sheets' | 'sheet'>,
): AsyncGenerator<SourceRow[]> {
  const whole: Package = { zip, parts: partsOf(entries), count: byteCount() }
  const workbook = await openWorkbook(whole)
  if (workbook.sheets.length === 0) throw refused('unreadable_file')
  // What is unpacked only to look at it does not count.
  const looking = { ...whole, count: () => {} }
  facts.sheets = []
  for (const { name } of workbook.sheets) facts.sheets.push({ name, rows: null })
  facts.sheet = await chosenSheet(looking, workbook, hints, facts.sheets)
  yield* sheetRows(whole, workbook, facts.sheet)
}

async function* sheetRows(
  whole: Package,
  { sheets, context }: Workbook,
  at: number,
  look?: (scanner: SheetScanner) => void,
): AsyncGenerator<SourceRow[]> {
  const entry = whole.parts.get(sheets[at]?.part ?? '')
  if (!entry) throw refused('damaged_file')
  const scanner = new SheetScanner(context)
  for await (const text of partText(whole, entry)) {
    scanner.feed(text)
    look?.(scanner)
    const rows = scanner.take()
    if (rows.length > 0) yield rows
    if (scanner.isDone) return
  }
  throw refused('damaged_file')
}

/** More sheets than these are not looked into. */
const sheetsLooked = 40

/** By its number; else the only sheet with the titles, else the first that has rows. */
async function chosenSheet(
  whole: Package,
  workbook: Workbook,
  { sheet = -1, headers = [] }: SourceHints,
  sheets: SourceFacts['sheets'],
): Promise<number> {
  if (sheet >= sheets.length) throw refused('sheet_missing', { sheet: sheet + 1, count: sheets.length })
  const seen = await Promise.all(
    sheets.slice(0, sheetsLooked).map(async (facts, at) => {
      const { rows, stated } = await firstRows(whole, workbook, at).catch(() => ({ rows: [], stated: null }))
      facts.rows = stated
      return rows
    }),
  )
  if (sheet >= 0) return sheet
  const titled = seen.flatMap((rows, at) => (rows.some(({ cells }) => hasTitles(cells, headers)) ? [at] : []))
  if (headers.length > 0 && titled.length > 1)
    throw refused('sheet_undecided', {
      sheets: titled
        .map((at) => sheets[at]?.name ?? '')
        .join(', ')
        .slice(0, 200),
    })
  if (headers.length > 0 && titled[0] !== undefined) return titled[0]
  return Math.max(0, seen.findIndex((rows) => rows.length > 0)) // prettier-ignore
}

async function firstRows(whole: Package, workbook: Workbook, at: number) {
  const rows: SourceRow[] = []
  let stated: number | null = null
  for await (const some of sheetRows(whole, workbook, at, (scanner) => (stated = scanner.statedRows))) {
    rows.push(...some.slice(0, rowsOfTitles - rows.length))
    if (rows.length === rowsOfTitles) break
  }
  return { rows, stated: stated ?? (rows.length < rowsOfTitles ? (rows.at(-1)?.no ?? 0) : null) }
}
