import { open } from 'node:fs/promises'
import { zip, type ZipEntry } from '#server/kit/files/zip.ts'

/** The rows of a sheet of 12 columns. With `few`, texts repeat more often, as those of a file that packs well. */
const rowOf = (n: number, few: boolean): (string | number)[] => {
  const of = few ? n % 50 : n
  return [
    `2026-0${1 + (n % 9)}-1${n % 10} 1${n % 10}:0${n % 6}:00`,
    `CH${1e9 + n}`,
    `ORDER-${of}`,
    ((of * 37) % 99_999) / 100,
    'SGD',
    'success',
    'card',
    'Acquirer',
    `Shopper ${of}`,
    `shopper${of}@example.com`,
    (of % 100) / 100,
    `Item, number ${of}`,
  ]
}
const titles = ['date', 'channel_order_ref', 'merchant_order_ref', 'amount', 'currency', 'status', 'method', 'channel', 'payer', 'email', 'fee', 'description'] // prettier-ignore
const batch = 1_000

/** Writes the rows as a csv. */
export async function writeCsv(path: string, rows: number): Promise<void> {
  const cell = (value: string | number) => (String(value).includes(',') ? `"${value}"` : String(value))
  const line = (row: readonly (string | number)[]) => `${row.map(cell).join(',')}\r\n`
  await write(path, [line(titles)], rows, (n) => line(rowOf(n, false)))
}

/** Writes the rows as a workbook; texts stand in their cells, or are shared. Returns the bytes that it unpacks to. */
export async function writeWorkbook(
  path: string,
  { rows, shared = false, few = false }: { rows: number; shared?: boolean; few?: boolean },
): Promise<number> {
  const strings = new Map<string, number>()
  const text = (value: string) => {
    if (!shared) return `t="inlineStr"><is><t>${value}</t></is>`
    if (!strings.has(value)) strings.set(value, strings.size)
    return `t="s"><v>${strings.get(value)}</v>`
  }
  const cell = (value: string | number, column: number, no: number) =>
    `<c r="${String.fromCharCode(65 + column)}${no}" ${typeof value === 'string' ? text(value) : `s="0"><v>${value}</v>`}</c>`
  const row = (no: number, values: readonly (string | number)[]) =>
    `<row r="${no}" spans="1:12">${values.map((value, column) => cell(value, column, no)).join('')}</row>`
  let unpacked = 0
  const counted = function* (texts: Iterable<string>): Generator<Buffer> {
    for (const some of texts) {
      const bytes = Buffer.from(some)
      unpacked += bytes.length
      yield bytes
    }
  }
  function* sheet() {
    yield `<worksheet ${main}><sheetData>${row(1, titles)}`
    for (let from = 0; from < rows; from += batch)
      yield Array.from({ length: Math.min(batch, rows - from) }, (_, n) => row(from + n + 2, rowOf(from + n, few))).join('') // prettier-ignore
    yield '</sheetData></worksheet>'
  }
  function* texts() {
    yield `<sst ${main}>`
    for (const string of strings.keys()) yield `<si><t>${string}</t></si>`
    yield '</sst>'
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, content] of Object.entries(around)) yield { name, content: counted([content]) }
    yield { name: 'xl/worksheets/sheet1.xml', content: counted(sheet()) }
    yield { name: 'xl/sharedStrings.xml', content: counted(texts()) }
  }
  const file = await open(path, 'w')
  try {
    for await (const piece of zip(entries())) await file.write(piece)
  } finally {
    await file.close()
  }
  return unpacked
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
const around = {
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': `<Relationships>${relation('m', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="s" sheetId="1" r:id="s"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
}

async function write(path: string, head: string[], rows: number, line: (n: number) => string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(head.join(''))
    for (let from = 0; from < rows; from += batch)
      await file.write(Array.from({ length: Math.min(batch, rows - from) }, (_, n) => line(from + n)).join(''))
  } finally {
    await file.close()
  }
}
