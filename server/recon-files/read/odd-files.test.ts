import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import ar from '#i18n/ar/console.json' with { type: 'json' }
import en from '#i18n/en/console.json' with { type: 'json' }
import { oldWorkbook } from '#test/old-workbook.ts'
import { cellsOf } from './fixtures.ts'
import { sourceRefusals } from './refusals.ts'

const corpus = join(import.meta.dirname, '../../../../shared/data/badinput')
const folders = ['csv_odd', 'csv_shapes', 'csv_injection', 'spreadsheets_calamine', 'spreadsheets_excelize', 'spreadsheets_roo', 'zip', 'blns', 'xss', 'sqli', 'images', 'images_invalid', 'images_png', 'svg', 'json_parsing', 'json_transform'] // prettier-ignore
const theirs = folders
  .map((folder) => join(corpus, folder))
  .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []))

/** A process with little memory that reads one file after the other and says what came of each. */
const program = `
  import { readFileSync } from 'node:fs'
  import { openSource } from ${JSON.stringify(join(import.meta.dirname, 'open-source.ts'))}
  for (const file of JSON.parse(readFileSync(0, 'utf8'))) {
    const bytes = file.path ? readFileSync(file.path) : Buffer.from(file.bytes, 'base64')
    const began = performance.now()
    let said
    try {
      const { rows } = await openSource((async function* () { yield bytes })(), { propose: true })
      let count = 0
      for await (const some of rows) count += some.length
      said = { count }
    } catch (error) {
      said = { reason: error.constructor.name === 'SourceRefused' ? error.reason : String(error.stack) }
    }
    console.log(JSON.stringify({ name: file.name, ms: performance.now() - began, ...said }))
  }`
interface Said {
  name: string
  ms: number
  count?: number
  reason?: string
}
async function saidOf(files: { name: string; path?: string; bytes?: string }[]): Promise<Said[]> {
  const child = spawn(process.execPath, ['--max-old-space-size=64', '--input-type=module', '-e', program])
  child.stdin.end(JSON.stringify(files))
  const [out, fault] = await Promise.all([text(child.stdout), text(child.stderr)])
  const lines = out.trim().split('\n').map((line) => JSON.parse(line) as Said) // prettier-ignore
  expect(lines.length, fault).toBe(files.length)
  return lines
}

const damaged = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy.fill(0xff, at, at + 40)
  return copy
}
const old = oldWorkbook([['a', 1], ['b', new Date('2026-03-04')]]) // prettier-ignore
const ours: [string, Buffer][] = [
  ['nothing but zeros', Buffer.alloc(4_096)],
  ['all bytes', Buffer.from(Array.from({ length: 4_096 }, (_, n) => n % 256))],
  ['a zip that is none', Buffer.from('PK\x03\x04 and nothing more')],
  ['a gz that is none', Buffer.from('\x1f\x8b and nothing more', 'latin1')],
  ['quotes alone', Buffer.from('"'.repeat(200_001))],
  ['delimiters alone', Buffer.from(',;|\t'.repeat(100_000))],
  ['line ends alone', Buffer.from('\r\n\r\r\n\n'.repeat(10_000))],
  ...[0, 30, 512, 1_024, 1_500, 2_048, 2_560].map((at): [string, Buffer] => [`an old workbook damaged at ${at}`, damaged(old, at)]), // prettier-ignore
]

describe('a broken, hostile or unexpected file', () => {
  it('is loaded or refused in words, within 2 s and a heap of 64 MB, and never fails otherwise', async () => {
    const files = [
      ...ours.map(([name, bytes]) => ({ name, bytes: bytes.toString('base64') })),
      ...theirs.map((path) => ({ name: path.slice(corpus.length + 1), path })),
    ]
    for (const { name, ms, count, reason } of await saidOf(files)) {
      expect(ms, name).toBeLessThan(2_000)
      if (count === undefined) expect(sourceRefusals, `${name}: ${reason}`).toContain(reason)
    }
  })

  it('is refused by a reason that has a sentence in every language', () => {
    for (const { fieldReasons } of [en, ar])
      for (const reason of sourceRefusals)
        expect((fieldReasons as Record<string, string>)[reason], reason).toMatch(/\.$/)
  })
})

const shapes = join(corpus, 'csv_shapes')
describe.runIf(existsSync(shapes))('a csv of others', () => {
  const named = existsSync(shapes) ? readdirSync(shapes).filter((name) => name.endsWith('.csv')) : []
  it.each(named)('%s says what its twin says', async (name) => {
    const [head = [], ...rows] = (await cellsOf(readFileSync(join(shapes, name)))) as string[][]
    const said = rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])))
    expect(said).toEqual(JSON.parse(readFileSync(join(shapes, name.replace(/csv$/, 'json')), 'utf8')))
  })
})
