import { describe, expect, it } from 'vitest'
import { workbook } from '#test/workbook.ts'
import { readSheet } from './read-sheet.ts'

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
