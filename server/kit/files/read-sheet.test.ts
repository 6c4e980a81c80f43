import { describe, expect, it } from 'vitest'
import { oldWorkbook } from '#test/old-workbook.ts'
import { workbook } from '#test/workbook.ts'
import { parseSheet } from './parse-sheet.ts'
import { readSheet, readTypedSheet } from './read-sheet.ts'

const megabyte = 1024 * 1024
const cell = '<c t="inlineStr"><is><t>x</t></is></c>'
const filled = (part: string, megabytes: number) => part.repeat(Math.floor((megabytes * megabyte) / part.length))
const read = (bytes: Uint8Array, name = 'sheet.xlsx') => readSheet({ name, bytes, rowsMost: 100 }, 'file')
const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (fault: { fault: string; errors?: { reason: string }[] }) => fault.errors?.[0]?.reason ?? fault.fault,
  )

describe('reading a sheet', () => {
  it('takes no memory of this process for a sheet that unpacks to 20 MB', async () => {
    const bytes = await workbook(filled(`<row>${cell.repeat(20)}</row>`, 20))
    const before = process.memoryUsage().rss
    let most = before
    const reading = faultOf(read(bytes))
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
    expect(await reading).toBe('too_many_rows')
    clearInterval(watch)
    expect((most - before) / megabyte).toBeLessThan(40)
  })

  it('gives up rows that are too much to keep, though their sheet is not', async () => {
    const row = `<row>${`<c t="str"><v>${'x'.repeat(900)}</v></c>`.repeat(200)}</row>`
    const bytes = await workbook(row.repeat(100))
    expect(await faultOf(read(bytes))).toBe('packed_too_tight')
  })

  it('takes one at a time, lets three wait, and asks others to come again', async () => {
    const readings = Array.from({ length: 5 }, () => faultOf(read(Buffer.from('a,b\n1,2\n'), 'sheet.csv')))
    expect((await Promise.all(readings)).toSorted()).toEqual(['read', 'read', 'read', 'read', 'uploadsBusy'])
  })
})

describe('reading a sheet with the types of its cells', () => {
  const typed = (bytes: Uint8Array, name = 'sheet.xlsx') => readTypedSheet({ name, bytes, rowsMost: 100 }, 'file')
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

  it('tells a number from a text that looks like one, in a workbook of either format', async () => {
    const row = `<row>${text('00123')}<c><v>123</v></c><c><v>4.07952E+20</v></c><c><v>1234567890123456</v></c></row>`
    expect((await typed(await workbook(row))).rows).toEqual([['00123', 123, 4.07952e20, 1234567890123456]])
    expect((await typed(oldWorkbook([['00123', 123]]), 'old.xls')).rows).toEqual([['00123', 123]])
    // What is read as texts alone is what it was.
    expect(await read(await workbook(row))).toEqual([['00123', '123', '407952000000000000000', '1234567890123460']])
  })

  it('takes all cells of a csv for texts, and says its separator and encoding', async () => {
    const lines = 'Nombre;Cuenta\nJosé;0012\n'
    const utf16 = Buffer.from(`\uFEFF${lines}`, 'utf16le')
    const files = [
      ['utf-8', Buffer.from(lines)],
      ['utf-8', Buffer.from(`\uFEFF${lines}`)],
      ['windows-1252', Buffer.from(lines, 'latin1')],
      ['utf-16le', utf16],
      ['utf-16le', utf16.subarray(2)],
      ['utf-16be', Buffer.from(utf16).swap16()],
    ] as const
    const kind = { isCsv: true, rowsMost: 100, typed: true }
    const rows = [
      ['Nombre', 'Cuenta'],
      ['José', '0012'],
    ]
    for (const [encoding, bytes] of files)
      expect(JSON.parse(await parseSheet(bytes, kind))).toEqual({ rows, encoding, separator: ';' })
    const old = JSON.parse(await parseSheet(Buffer.from('a\tb\r1\t2\r'), kind)) as unknown
    expect(old).toEqual({ rows: [['a', 'b'], ['1', '2']], encoding: 'utf-8', separator: '\t' }) // prettier-ignore
    expect(await faultOf(read(Buffer.from(lines, 'latin1'), 'sheet.csv'))).toBe('unreadable_file')
  })
})
