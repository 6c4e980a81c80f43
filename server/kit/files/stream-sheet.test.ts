import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { oldWorkbook } from '#test/old-workbook.ts'
import { workbook } from '#test/workbook.ts'
import { parseSheet } from './parse-sheet.ts'
import type { TypedSheet } from './read-sheet.ts'
import { streamSheet, type SheetCell } from './stream-sheet.ts'

const corpus = join(import.meta.dirname, '../../../../shared/data/badinput')
const filesOf = (folder: string) =>
  existsSync(corpus) ? readdirSync(join(corpus, folder)).map((name) => [`${folder}/${name}`] as const) : []

/** The rows of a file that comes in pieces of some bytes; the reason where it is refused. */
async function rowsOf(bytes: Buffer, isCsv: boolean, piece = 1_000): Promise<SheetCell[][] | string> {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const rows: SheetCell[][] = []
  try {
    for await (const some of streamSheet(pieces(), isCsv)) for (const { no, cells } of some) rows[no - 1] = cells
  } catch (error) {
    return (error as { reason: string }).reason
  }
  return Array.from(rows, (row) => row ?? [])
}
/** Without what is empty at the ends of rows, and without empty rows. */
const filled = (rows: unknown) =>
  Array.isArray(rows)
    ? (rows as unknown[][])
        .map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1).map(String))
        .filter((row) => row.length > 0)
    : rows

describe('csv as a stream', () => {
  it.each([1, 2, 3, 1_000])('is read to the cell, in pieces of %d bytes', async (piece) => {
    const text = '\uFEFFa;b\r\n"1;""x""\r\n2";日本\r\n\r\n😀;é\r\n'
    expect(await rowsOf(Buffer.from(text), true, piece)).toEqual([['a', 'b'], ['1;"x"\r\n2', '日本'], [''], ['😀', 'é']]) // prettier-ignore
  })

  it.each<[string, Buffer, string]>([
    ['Latin-1', Buffer.from('a\nM\u00fcller', 'latin1'), 'not_utf8'],
    ['UTF-16', Buffer.from('\ufeffa\nb', 'utf16le'), 'not_utf8'],
    ['a character cut short', Buffer.from('a\né').subarray(0, -1), 'not_utf8'],
    ['a quote that never ends', Buffer.from('a\n"b'), 'unreadable_file'],
    ['one cell of a megabyte', Buffer.concat([Buffer.from('a\n'), Buffer.alloc(1024 * 1024, 'x')]), 'unreadable_file'],
  ])('is refused for %s', async (_what, bytes, reason) => {
    expect(await rowsOf(bytes, true)).toBe(reason)
  })

  it.each(filesOf('csv_shapes').filter(([name]) => name.endsWith('.csv')))('%s says what its twin says', async (name) => {
    const path = join(corpus, name)
    const [head = [], ...rows] = (await rowsOf(readFileSync(path), true)) as string[][]
    const said = rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])))
    expect(said).toEqual(JSON.parse(readFileSync(path.replace(/csv$/, 'json'), 'utf8')))
  }) // prettier-ignore
})

describe('a workbook as a stream', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

  it('is read to the cell with the numbers of its rows', async () => {
    const sum = '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>'
    const bytes = await workbook(`<row r="1">${cell('a')}${cell('b')}</row><row r="4">${sum}${cell('x')}</row>`)
    expect(await rowsOf(bytes, false)).toEqual([['a', 'b'], [], [], ['0.3', 'x']])
  })

  it('of the old format is read too, whatever its name', async () => {
    expect(filled(await rowsOf(oldWorkbook([['a', 'b'], ['1', '2']]), false))).toEqual([['a', 'b'], ['1', '2']]) // prettier-ignore
  })

  it('that unpacks to more than it may is refused before it is read', async () => {
    const packed = deflateRawSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 })
    const local = Buffer.alloc(31)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(1, 26)
    const listed = Buffer.alloc(47)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(8, 10)
    listed.writeUInt32LE(packed.length, 20)
    listed.writeUInt16LE(1, 28)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(1, 10)
    end.writeUInt32LE(local.length + packed.length, 16)
    expect(await rowsOf(Buffer.concat([local, packed, listed, end]), false)).toBe('packed_too_tight')
  })
})

describe('files of other makers', () => {
  const folders = ['spreadsheets_calamine', 'spreadsheets_excelize', 'spreadsheets_roo', 'csv_odd']
  const theirs = folders.flatMap(filesOf).map(([name]) => [name, readFileSync(join(corpus, name))] as const)
  const ours = [['old.xls', oldWorkbook([['a', new Date('2026-03-04T08:26:00Z')], ['1', 0.1]])]] as const // prettier-ignore

  it('are read as the reader of whole sheets reads them', async () => {
    for (const [name, bytes] of [...ours, ...theirs]) {
      const isCsv = name.endsWith('.csv')
      const kind = { isCsv, rowsMost: 10_000, typed: false }
      const whole = JSON.parse(await parseSheet(bytes, kind)) as string | TypedSheet
      const rows = await rowsOf(bytes, isCsv)
      const told = typeof rows === 'string' ? rows : rows.map((row) => row.map(inWords))
      if (typeof whole === 'string') expect(told, name).toBe(name.includes('latin1') ? 'not_utf8' : whole)
      else expect(filled(told), name).toEqual(filled(whole.rows))
    }
  })
  const inWords = (cell: SheetCell) => (typeof cell === 'string' ? cell : cell.toISOString())
})
