import { utf8Decoder } from './decode.ts'
import { refused } from './refusals.ts'
import { SharedStrings, SharedStringsScanner } from './shared-strings.ts'
import type { CellContext } from './sheet-scanner.ts'
import type { Spool, SpoolFile } from './spool.ts'
import { WorkbookScanner, RelationsScanner, StylesScanner, type Relation } from './workbook-scanners.ts'
import type { XmlScanner } from './xml-scanner.ts'
import { unpacked, type ZipEntry } from './zip-directory.ts'

/** The parts of a workbook in its archive. */
export interface Package {
  zip: Spool
  parts: ReadonlyMap<string, ZipEntry>
  count: (bytes: number) => void
}
/** A workbook without the content of its sheets. */
export interface Workbook {
  sheets: { name: string; part: string; isHidden: boolean }[]
  context: CellContext
}

/** Some makers write parts with other capitals, or with backslashes. */
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
export const partsOf = (entries: readonly ZipEntry[]): ReadonlyMap<string, ZipEntry> =>
  new Map(entries.filter(({ isFile }) => isFile).map((entry) => [partName(entry.name), entry]))

/** The text of a part as it unpacks. The format also allows UTF-16, which nobody writes and is refused. */
export async function* partText({ zip, count }: Package, entry: ZipEntry): AsyncGenerator<string> {
  const decode = utf8Decoder()
  let isFirst = true
  for await (const piece of unpacked(zip, entry, count)) {
    const isMarked = isFirst && piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf
    isFirst = false
    yield decode(isMarked ? piece.subarray(3) : piece, false)
  }
  decode(Buffer.alloc(0), true)
}

async function scanned<Scanner extends XmlScanner>(whole: Package, name: string, scanner: Scanner): Promise<Scanner> {
  const entry = whole.parts.get(partName(name))
  if (!entry) return scanner
  for await (const text of partText(whole, entry)) scanner.feed(text)
  return scanner
}

/** Reads what sheets refer to: their names, the styles that show dates and the texts that they share. */
export async function openWorkbook(whole: Package, spool?: SpoolFile): Promise<Workbook> {
  const roots = await relationsOf(whole, '')
  const main = roots.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  if (main.endsWith('.bin')) throw refused('binary_workbook')
  if (!whole.parts.has(partName(main))) throw refused('unreadable_file')
  const { sheets, epoch } = await scanned(whole, main, new WorkbookScanner())
  const relations = await relationsOf(whole, main)
  const named = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
  const [styles, strings] = [named('styles'), named('sharedStrings')]
  const dateStyles = styles === undefined ? [] : (await scanned(whole, styles, new StylesScanner())).dateStyles()
  return {
    sheets: sheets.flatMap(({ name, relation, isHidden }) => {
      const found = relations.find(({ id }) => id === relation)
      // Sheets of charts have no rows.
      return found?.type.endsWith('/worksheet') === true ? [{ name, part: partName(found.target), isHidden }] : []
    }),
    context: {
      dateStyles,
      epoch,
      strings: strings === undefined ? new SharedStrings() : (await scanned(whole, strings, new SharedStringsScanner(spool))).strings, // prettier-ignore
    },
  }
}

/** What a part refers to, with whole paths. */
async function relationsOf(whole: Package, part: string): Promise<Relation[]> {
  const cut = part.lastIndexOf('/') + 1
  const [folder, name] = [part.slice(0, cut), part.slice(cut)]
  const { relations } = await scanned(whole, `${folder}_rels/${name}.rels`, new RelationsScanner())
  return relations.map((relation) => ({ ...relation, target: resolved(folder, relation.target) }))
}

function resolved(folder: string, target: string): string {
  const path: string[] = []
  for (const step of `${/^[/\\]/.test(target) ? '' : folder}${target}`.split(/[/\\]/))
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  return path.join('/')
}
