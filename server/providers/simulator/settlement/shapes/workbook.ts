import { zip } from '#server/kit/files/zip.ts'

/** A text, a number, or nothing. */
export type Cell = string | number | null

/** A workbook of one sheet with its texts in a table, as Excel stores them. */
export async function workbook(name: string, rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const texts = new Map<string, number>()
  const placeOf = (text: string): number => {
    const place = texts.get(text) ?? texts.size
    texts.set(text, place)
    return place
  }
  const cellOf = (cell: Cell, place: string): string => {
    if (cell === null || cell === '') return ''
    if (typeof cell === 'number') return `<c r="${place}"><v>${binaryText(cell)}</v></c>`
    return `<c r="${place}" t="s"><v>${placeOf(cell)}</v></c>`
  }
  const body = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, letters(column) + (row + 1))).join('')}</row>`,
  )
  const sheet = `${head}<worksheet ${main}><sheetData>${body.join('')}</sheetData></worksheet>`
  const strings = [...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="${types}package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': `${head}<sst ${main} uniqueCount="${texts.size}">${strings}</sst>`,
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(entriesOf(parts))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* entriesOf(parts: Record<string, string>) {
  for (const [name, text] of Object.entries(parts)) yield { name, content: [Buffer.from(text)] }
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const package_ = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-'
const relations = (to: readonly (readonly [type: string, target: string])[]): string =>
  `${head}<Relationships xmlns="${package_}/relationships">${to
    .map(([type, target], nth) => `<Relationship Id="rId${nth + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** All 17 digits of a number, as spreadsheets store it: 5.35 is 5.3499999999999996. */
const binaryText = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toPrecision(17).replace(/0+$/, '')

const letters = (column: number): string =>
  (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') + String.fromCharCode(65 + (column % 26))

export const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
