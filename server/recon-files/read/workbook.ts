import { byteCount } from './byte-streams.ts'
import { alikeSheets, chosenSheet, type SeenSheet } from './choose-sheet.ts'
import { titlesWithin } from './find-titles.ts'
import { asRefunds } from './refund-rows.ts'
import { refused } from './refusals.ts'
import { SheetScanner } from './sheet-scanner.ts'
import type { SourceFacts, SourceHints, SourceRow } from './source-rows.ts'
import type { Spool, SpoolFile } from './spool.ts'
import { openWorkbook, partsOf, partText, type Package, type Workbook } from './workbook-parts.ts'
import type { ZipEntry } from './zip-directory.ts'

/** Whether an archive is a workbook. */
export const isWorkbook = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => /^[/\\]?(?:\[content_types\]\.xml|xl[/\\]workbook\.(?:xml|bin))$/i.test(name))

/** The rows of the sheet of a workbook that the hints choose. `facts` has all sheets. */
export async function* workbookRows(
  { zip, entries, spool }: { zip: Spool; entries: readonly ZipEntry[]; spool?: SpoolFile | undefined },
  hints: SourceHints,
  facts: Pick<SourceFacts, 'sheets' | 'sheet' | 'alike'>,
): AsyncGenerator<SourceRow[]> {
  const whole: Package = { zip, parts: partsOf(entries), count: byteCount() }
  const workbook = await openWorkbook(whole, spool)
  if (workbook.sheets.length === 0) throw refused('unreadable_file')
  if (hints.formulas) workbook.context.formulas = true
  // What is unpacked only to look at it does not count.
  const looking = { ...whole, count: () => {} }
  facts.sheets = []
  for (const { name } of workbook.sheets) facts.sheets.push({ name, rows: null })
  const seen = await lookInto(looking, workbook, facts.sheets)
  facts.sheet = chosenSheet(seen, hints, facts.sheets)
  facts.alike = alikeSheets(seen, hints)
  yield* sheetRows(whole, workbook, facts.sheet)
  if (hints.refundSheet !== undefined) yield* asRefunds(sheetRows(whole, workbook, hints.refundSheet))
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

/** The first rows of each sheet; how many a sheet says it has is kept in its facts. */
const lookInto = (whole: Package, workbook: Workbook, sheets: SourceFacts['sheets']): Promise<SeenSheet[]> =>
  Promise.all(
    workbook.sheets.map(async ({ name, isHidden }, at) => {
      const nothing = { rows: [], stated: null }
      const { rows, stated } = at < sheetsLooked ? await firstRows(whole, workbook, at).catch(() => nothing) : nothing
      if (sheets[at]) sheets[at].rows = stated
      return { name, isHidden, rows: rows.map(({ cells }) => cells) }
    }),
  )

async function firstRows(whole: Package, workbook: Workbook, at: number) {
  const rows: SourceRow[] = []
  let stated: number | null = null
  for await (const some of sheetRows(whole, workbook, at, (scanner) => (stated = scanner.statedRows))) {
    rows.push(...some.slice(0, titlesWithin - rows.length))
    if (rows.length === titlesWithin) break
  }
  return { rows, stated: stated ?? (rows.length < titlesWithin ? (rows.at(-1)?.no ?? 0) : null) }
}
