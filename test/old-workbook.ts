/**
 * A workbook of Excel 97–2003 with one sheet, for tests: BIFF8 records in a compound file. Texts and numbers become cells of their
 * kind, and a date becomes a date cell.
 */
export function oldWorkbook(rows: readonly (readonly (string | number | Date)[])[]): Buffer {
  const cells = rows.flatMap((row, at) => row.map((value, column) => cellOf(at, column, value)))
  const formats = [0, 14].map((format) => record(0xe0, u16(0, format), Buffer.alloc(16)))
  const name = Buffer.from('\u0006\u0000Sheet1', 'latin1')
  const globals = (offset: number) =>
    Buffer.concat([beginning(5), ...formats, record(0x85, u32(offset), u16(0), name), record(0x0a)])
  return compoundFile(Buffer.concat([globals(globals(0).length), beginning(0x10), ...cells, record(0x0a)]))
}

const beginning = (kind: number) => record(0x809, u16(0x600, kind, 0, 0), u32(0, 0x600))
function cellOf(row: number, column: number, value: string | number | Date): Buffer {
  if (typeof value === 'string')
    return record(0x204, u16(row, column, 0, value.length), Buffer.from([1]), Buffer.from(value, 'utf16le'))
  const isDate = value instanceof Date
  const number = Buffer.alloc(8)
  // Days are counted from the end of 1899.
  number.writeDoubleLE(isDate ? value.getTime() / 86_400_000 + 25_569 : value)
  return record(0x203, u16(row, column, isDate ? 1 : 0), number)
}
const record = (id: number, ...parts: Buffer[]) => {
  const data = Buffer.concat(parts)
  return Buffer.concat([u16(id, data.length), data])
}

const sector = 512
const [freeSector, endOfChain, fatSector] = [0xffffffff, 0xfffffffe, 0xfffffffd]

/** A compound file with one stream: after the header the table of sectors, then the directory, then the stream. */
function compoundFile(content: Buffer): Buffer {
  const sectors = Math.max(8, Math.ceil(content.length / sector))
  if (sectors > 126) throw new RangeError('more than one table of sectors')
  const stream = Buffer.concat([content, Buffer.alloc(sectors * sector - content.length)])
  const chain = Array.from({ length: sectors }, (_, at) => (at === sectors - 1 ? endOfChain : at + 3))
  const table = u32(fatSector, endOfChain, ...chain, ...Array.from({ length: 126 - sectors }, () => freeSector))
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    u16(0x3e, 3, 0xfffe, 9, 6, 0, 0, 0),
    u32(0, 1, 1, 0, 4_096, endOfChain, 0, endOfChain, 0, 0),
    u32(...Array.from({ length: 108 }, () => freeSector)),
  ])
  const directory = [entryOf('Root Entry', 5, { child: 1 }), entryOf('Workbook', 2, { start: 2, size: stream.length })]
  return Buffer.concat([header, table, ...directory, Buffer.alloc(256), stream])
}
function entryOf(name: string, kind: number, { child = freeSector, start = endOfChain, size = 0 }): Buffer {
  const spelled = Buffer.alloc(64)
  spelled.write(name, 'utf16le')
  const [length, links] = [u16((name.length + 1) * 2), u32(freeSector, freeSector, child)]
  return Buffer.concat([spelled, length, Buffer.from([kind, 1]), links, Buffer.alloc(36), u32(start, size, 0)])
}

const u16 = (...values: number[]) => numbers(2, values)
const u32 = (...values: number[]) => numbers(4, values)
function numbers(bytes: 2 | 4, values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [at, value] of values.entries()) buffer.writeUIntLE(value, at * bytes, bytes)
  return buffer
}
