import { deflateRawSync, crc32 } from 'node:zlib'
import { openSource } from './open-source.ts'
import { SourceRefused, type SourceFacts, type SourceHints, type SourceRow } from './source-rows.ts'

/** A file as it comes, in pieces of some bytes. */
export async function* inPieces(bytes: Uint8Array, length = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

export interface FileRead {
  facts: SourceFacts
  rows: SourceRow[]
}
/** All rows of a file; its refusal where it has one. Other errors are thrown on. */
export async function readOf(
  bytes: Uint8Array,
  hints: SourceHints = {},
  { piece, spoolTo }: { piece?: number; spoolTo?: number } = {},
): Promise<FileRead | SourceRefused> {
  try {
    const spool = spoolTo === undefined ? {} : { spoolTo }
    const { facts, rows } = await openSource(inPieces(bytes, piece), hints, spool)
    const all: SourceRow[] = []
    for await (const some of rows) all.push(...some)
    return { facts, rows: all }
  } catch (error) {
    if (error instanceof SourceRefused) return error
    throw error
  }
}
/** The same of a file that is read. */
export async function fileOf(...asked: Parameters<typeof readOf>): Promise<FileRead> {
  const read = await readOf(...asked)
  if (read instanceof SourceRefused) throw read
  return read
}
export const cellsOf = async (...asked: Parameters<typeof readOf>): Promise<SourceRow['cells'][]> =>
  (await fileOf(...asked)).rows.map(({ cells }) => cells)
/** The reason of a refusal with its values; null for a file that is read. */
export async function refusalOf(...asked: Parameters<typeof readOf>): Promise<[string, object] | null> {
  const read = await readOf(...asked)
  return read instanceof SourceRefused ? [read.reason, read.params] : null
}

/** An entry of {@link archive}; what it says of itself may be false. */
export interface Entry {
  name: string
  content: Buffer | string
  stored?: boolean
  /** Instead of the packed content. */
  packed?: Buffer
  locked?: boolean
  crc?: number
  mode?: number
}

/** A zip archive of any content, true or not. */
export function archive(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const { name, content, packed: given, stored = false, locked = false, crc, mode = 0 } of entries) {
    const plain = Buffer.from(content)
    const packed = given ?? (stored ? plain : deflateRawSync(plain, { level: 1 }))
    const spelled = Buffer.from(name)
    const [flags, method] = [locked ? 1 : 0, stored ? 0 : 8]
    const sizes = numbers(4, [crc ?? crc32(plain), packed.length, plain.length])
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      numbers(2, [20, flags, method, 0, 0]),
      sizes,
      numbers(2, [spelled.length, 0]),
      spelled,
      packed,
    ])
    listed.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02', 'latin1'),
        numbers(2, [20, 20, flags, method, 0, 0]),
        sizes,
        numbers(2, [spelled.length, 0, 0, 0, 0]),
        numbers(4, [mode * 65_536, at]),
        spelled,
      ]),
    )
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(listed)
  const counts = numbers(2, [0, 0, entries.length, entries.length])
  const end = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), counts, numbers(4, [directory.length, at]), numbers(2, [0])]) // prettier-ignore
  return Buffer.concat([...locals, directory, end])
}
function numbers(bytes: 2 | 4, values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [at, value] of values.entries()) buffer.writeUIntLE(value, at * bytes, bytes)
  return buffer
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook; the XML within `sheetData` of each sheet, by its name. */
export interface WorkbookParts {
  sheets: Record<string, string>
  strings?: readonly string[]
  /** The codes of formats; a cell's style is its place here. */
  formats?: readonly string[]
  is1904?: boolean
  hidden?: readonly string[]
}
export const workbookEntries = ({
  sheets,
  strings = [],
  formats = [],
  is1904 = false,
  hidden = [],
}: WorkbookParts): Entry[] => {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: `<Relationships>${relation('m', 'officeDocument', 'xl/workbook.xml')}</Relationships>` }, // prettier-ignore
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook ${main} xmlns:r="${office}"><workbookPr date1904="${is1904}"/><sheets>${names.map((name, at) => `<sheet name="${name}"${hidden.includes(name) ? ' state="veryHidden"' : ''} sheetId="${at + 1}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${names.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}${relation('t', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst ${main}>${strings.map((string) => `<si>${string}</si>`).join('')}</sst>` }, // prettier-ignore
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${main}><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at}.xml`,
      content: `<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
  ]
}
export const workbookOf = (parts: WorkbookParts): Buffer => archive(workbookEntries(parts))
export const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
