import { crc32, inflateRawSync } from 'node:zlib'

/** The parts of a zip archive, found from its end as programs find them. */
export function filesInZip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('no whole archive')
  const parts = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let entry = 0; entry < file.readUInt16LE(end + 10); entry += 1) {
    const nameLength = file.readUInt16LE(at + 28)
    const start = file.readUInt32LE(at + 42)
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const content = inflateRawSync(file.subarray(data, data + file.readUInt32LE(at + 20)))
    if (crc32(content) !== file.readUInt32LE(at + 16)) throw new Error('a damaged part')
    parts.set(file.toString('utf8', at + 46, at + 46 + nameLength), content)
    at += 46 + nameLength
  }
  return parts
}

/** The same as texts. */
export const unzipped = (file: Buffer): Map<string, string> =>
  new Map([...filesInZip(file)].map(([name, content]) => [name, content.toString()]))

export async function wholeOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = []
  for await (const chunk of chunks) found.push(chunk)
  return Buffer.concat(found)
}

/** The rows of every sheet, each cell as a text or a number, null where there is nothing; heads included. */
export function rowsOfFile(file: Buffer): (string | number | null)[][] {
  const sheets = [...unzipped(file)].filter(([name]) => name.startsWith('xl/worksheets/'))
  return sheets.flatMap(([, xml]) =>
    [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<c\/>|<c[ >].*?<\/c>/gs)].map(([cell]) => valueOf(cell)),
    ),
  )
}

function valueOf(cell: string): string | number | null {
  const number = /<v>([^<]*)<\/v>/.exec(cell)?.[1]
  if (number !== undefined) return Number(number)
  return cell === '<c/>' ? null : textOfCell(cell)
}

/** The text that a program reads from a cell. */
export function textOfCell(cell: string): string {
  const xml = /<t[^>]*>([^<]*)<\/t>/s.exec(cell)?.[1] ?? ''
  const text = xml.replaceAll(/&(amp|lt|gt|quot|#13);/g, (_, name: string) => entities[name] ?? '')
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }
