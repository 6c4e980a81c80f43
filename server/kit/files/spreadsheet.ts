import { createHash, type Hash } from 'node:crypto'
import { escaped, headCell, mainNamespace, styleSheet, textCell, xmlHead } from './cells.ts'
import { choiceRows, choiceSheet, lockedXml, type FillIn } from './fill-in.ts'
import { zip, type ZipEntry } from './zip.ts'

export interface Sheet {
  /** The text of its tab: at most 31 characters, none of them []:*?/\ */
  name: string
  /** The first column is on the right. */
  rightToLeft: boolean
  /** `width` in characters. */
  columns: readonly { title: string; width: number }[]
  /** The maximum of rows in one sheet with its head; by default the limit of the format. */
  rowsMost?: number
  /**
   * A last sheet about the others, made when they are written.
   * @param digest SHA-256 of the others, as their files are in the workbook, in order.
   */
  about?(digest: string): AboutSheet
  /** Some of its columns are filled in, and the rest is locked. */
  fillIn?: FillIn | undefined
}
/** A sheet of names and their values. */
export interface AboutSheet {
  name: string
  head: readonly [name: string, value: string]
  lines: readonly (readonly [name: string, value: string])[]
}

/**
 * Streams an xlsx file of rows that come in batches; each row is its cells, concatenated. The first bytes come before
 * the first row, and memory does not grow with the number of rows. Rows beyond the limit of a sheet continue in another
 * sheet.
 */
export const spreadsheet = (sheet: Sheet, batches: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> =>
  zip(parts(sheet, batches))

async function* parts(sheet: Sheet, batches: AsyncIterable<readonly string[]>): AsyncGenerator<ZipEntry> {
  yield part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  yield part('xl/styles.xml', styleSheet())
  const rows = rowsOf(batches)
  let sheets = 0
  const digest = sheet.about && createHash('sha256')
  do {
    const xml = sheetXml(sheet, rows)
    yield { name: sheetPath(++sheets), content: digest ? digested(xml, digest) : xml }
  } while (!rows.over())
  const { fillIn } = sheet
  const choices = fillIn && ++sheets
  if (choices)
    yield { name: sheetPath(choices), content: sheetXml(choiceSheet(sheet, fillIn), rowsOf(choiceRows(fillIn))) }
  const about = digest && sheet.about?.(digest.digest('hex'))
  if (about) yield { name: sheetPath(++sheets), content: sheetXml(aboutSheet(sheet, about), rowsOf(aboutRows(about))) }
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const name = (number: number) => {
    if (about && number === sheets) return about.name
    if (fillIn && number === choices) return fillIn.name
    return number === 1 ? sheet.name : `${sheet.name} ${number}`
  }
  yield part(
    'xl/workbook.xml',
    `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${office}/relationships"><sheets>${numbers
      .map(
        (number) =>
          `<sheet name="${escaped(name(number))}" sheetId="${number}"${number === choices ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
      )
      .join('')}</sheets></workbook>`,
  )
  yield part(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  )
  const kind = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  yield part(
    '[Content_Types].xml',
    `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kind('xl/workbook.xml', 'sheet.main')}${kind('xl/styles.xml', 'styles')}${numbers.map((number) => kind(sheetPath(number), 'worksheet')).join('')}</Types>`,
  )
}

async function* digested(content: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    digest.update(chunk)
    yield chunk
  }
}

const aboutSheet = ({ rightToLeft }: Sheet, { name, head }: AboutSheet): Sheet => ({
  name,
  rightToLeft,
  columns: [
    { title: head[0], width: 28 },
    { title: head[1], width: 100 },
  ],
})
async function* aboutRows({ lines }: AboutSheet): AsyncGenerator<string[]> {
  yield lines.map(([name, value]) => headCell(name) + textCell(value))
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`
const part = (name: string, content: string): ZipEntry => ({ name, content: [Buffer.from(content)] })
const relationships = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${xmlHead}<Relationships xmlns="${packages}/relationships">${targets
    .map(([type, to], at) => `<Relationship Id="rId${at + 1}" Type="${office}/relationships/${type}" Target="${to}"/>`)
    .join('')}</Relationships>`

/** The remaining rows; each sheet takes as many as it holds. */
interface Rows {
  /** Takes up to `most` rows; none at the end. */
  take(most: number): Promise<readonly string[]>
  over(): boolean
}
function rowsOf(batches: AsyncIterable<readonly string[]>): Rows {
  const source = batches[Symbol.asyncIterator]()
  let left: readonly string[] = []
  let ended = false
  const fill = async () => {
    while (left.length === 0 && !ended) {
      const next = await source.next()
      if (next.done) ended = true
      else left = next.value
    }
  }
  return {
    async take(most) {
      await fill()
      const taken = left.slice(0, most)
      left = left.slice(taken.length)
      if (left.length === 0) await fill()
      return taken
    },
    over: () => ended && left.length === 0,
  }
}

const rowsOfFormat = 1_048_576

async function* sheetXml(
  { columns, rightToLeft, rowsMost = rowsOfFormat, fillIn }: Omit<Sheet, 'about'>,
  rows: Rows,
): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  yield Buffer.from(
    `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView${rightToLeft ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(columns.map(({ title }) => headCell(title)).join(''))}`,
  )
  let room = rowsMost - 1
  while (room > 0 && !rows.over()) {
    const taken = await rows.take(room)
    room -= taken.length
    let xml = ''
    for (const row of taken) xml += rowXml(row)
    if (xml) yield Buffer.from(xml)
  }
  yield Buffer.from(`</sheetData>${fillIn ? lockedXml(fillIn, rowsOfFormat) : ''}</worksheet>`)
}

const rowXml = (cells: string): string => `<row>${cells}</row>`
