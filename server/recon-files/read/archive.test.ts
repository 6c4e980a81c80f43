import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import {
  archive,
  cellsOf,
  fileOf,
  inline,
  inPieces,
  refusalOf,
  workbookEntries,
  workbookOf,
  type Entry,
} from './fixtures.ts'
import { openSource } from './open-source.ts'

const csv = 'a,b\n1,2\n'
const cells = [['a', 'b'], ['1', '2']] // prettier-ignore
const book = workbookOf({ sheets: { s: `<row>${inline('a')}${inline('b')}</row><row>${inline('1')}${inline('2')}</row>` } }) // prettier-ignore
const only = (entry: Partial<Entry>) => archive([{ name: 'a.csv', content: csv, ...entry }])

describe('one level of packing', () => {
  it.each<[string, Buffer, string]>([
    ['a csv in gz', gzipSync(csv), 'gz'],
    ['two members of gz', Buffer.concat([gzipSync('a,b\n'), gzipSync('1,2\n')]), 'gz'],
    ['a workbook in gz', gzipSync(book), 'gz'],
    ['a csv in zip', only({}), 'zip'],
    ['a csv that the zip does not pack', only({ stored: true }), 'zip'],
    ['a workbook in zip', archive([{ name: 'b.xlsx', content: book }]), 'zip'],
    ['a csv beside a read-me, a folder and what a Mac adds', archive([
      { name: 'read me.md', content: 'hello' },
      { name: 'in/', content: '' },
      { name: '../in/a.csv', content: csv },
      { name: '__MACOSX/in/._a.csv', content: 'x' },
      { name: 'in/.hidden.csv', content: 'x' },
      { name: 'link.csv', content: '/etc/passwd', mode: 0o120_777 },
    ]), 'zip'],
  ])('is opened: %s', async (_what, bytes, packed) => {
    for (const piece of [1, 100, 100_000]) {
      const { facts, rows } = await fileOf(bytes, {}, { piece })
      expect([facts.packed, rows.map((row) => row.cells)]).toEqual([packed, cells])
    }
  }) // prettier-ignore

  it.each<[string, Buffer, [string, object]]>([
    ['gz in gz', gzipSync(gzipSync(csv)), ['archive_in_archive', {}]],
    ['zip in zip', archive([{ name: 'a.zip', content: only({}) }]), ['archive_in_archive', {}]],
    ['zip in gz', gzipSync(only({})), ['archive_in_archive', {}]],
    ['several files', archive([{ name: 'a.csv', content: csv }, { name: 'b.csv', content: csv }]), ['archive_of_several', { files: 2 }]],
    ['no file', archive([{ name: 'a/', content: '' }]), ['archive_without_file', {}]],
    ['nothing', archive([]), ['archive_without_file', {}]],
    ['a link alone', archive([{ name: 'a.csv', content: '/etc/passwd', mode: 0o120_777 }]), ['archive_without_file', {}]],
    ['a file with a password', only({ locked: true }), ['locked_file', {}]],
    ['other content than it says', only({ crc: 1 }), ['damaged_file', {}]],
    ['a gz that ends early', gzipSync(csv.repeat(1_000)).subarray(0, -20), ['damaged_file', {}]],
    ['no directory', Buffer.from('PK\x03\x04 and nothing more'), ['damaged_file', {}]],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ['unknown_file_format', {}]],
    ['an empty file', archive([{ name: 'a.csv', content: '' }]), ['empty_file', {}]],
  ])('is refused in words: %s', async (_what, bytes, refusal) => {
    expect(await refusalOf(bytes)).toEqual(refusal)
  }) // prettier-ignore

  it('is counted as it comes and as it unpacks, to 512 MB, whatever it says', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, ' ')
    const endless = async function* () {
      yield Buffer.from('PK\x03\x04', 'latin1')
      for (;;) yield megabyte
    }
    await expect(openSource(endless(), {})).rejects.toMatchObject({ reason: 'packed_too_tight' })
    // Blocks that each end whole can stand one after the other, before an empty last one.
    const block = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
    const packed = Buffer.concat([...Array.from({ length: 33 }, () => block), deflateRawSync('')])
    const bomb = workbookEntries({ sheets: { s: '' } }).map((entry) => /strings/i.test(entry.name) ? { ...entry, packed } : entry) // prettier-ignore
    expect(await refusalOf(archive(bomb))).toEqual(['packed_too_tight', {}])
  })

  it('fails with the fault of the bytes themselves, which is no refusal', async () => {
    const broken = async function* () {
      yield gzipSync(csv).subarray(0, 20)
      throw new Error('the connection is gone')
    }
    await expect(openSource(broken(), {})).rejects.toThrow('the connection is gone')
  })
})

describe('a workbook beyond what stays in memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is kept in the file, of which nothing is legible, and read the same', async () => {
    const path = join(folder, 'spool')
    const padding = { name: 'xl/media/image.bin', content: Buffer.alloc(6 * 1024 * 1024, 'legible'), stored: true }
    const rows = `<row>${inline('legible')}${inline('too')}</row>`
    const large = archive([padding, ...workbookEntries({ sheets: { s: rows } })])
    const spoolTo = openSync(path, 'wx+')
    for (const file of [large, archive([{ name: 'b.xlsx', content: large, stored: true }])])
      expect(await cellsOf(file, {}, { spoolTo, piece: 10_007 })).toEqual([['legible', 'too']])
    const written = readFileSync(path)
    expect(written.length).toBeGreaterThan(12 * 1024 * 1024)
    expect(written.includes('legible')).toBe(false)
  })
})

it('ends the bytes when nobody reads on', async () => {
  let isEnded = false
  const endless = async function* () {
    try {
      for (;;) yield* inPieces(Buffer.from('1,2\n'.repeat(20_000)))
    } finally {
      isEnded = true
    }
  }
  const { rows } = await openSource(endless(), {})
  for await (const some of rows) if (some.length > 0) break
  expect(isEnded).toBe(true)
})
