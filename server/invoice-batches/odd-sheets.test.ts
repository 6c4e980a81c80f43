import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '#i18n/en/console.json' with { type: 'json' }
import { full } from '#test/faults/counts.ts'
import { probesOf } from '#test/probes.ts'
import { csvOf, openImporting, rowOf, type Importing } from './fixtures.ts'

/** Files that are broken, hostile or meant for something else: refused in words, soon and without much memory, or read right. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

const corpus = join(import.meta.dirname, '../../../shared/data/badinput')
const folders = ['spreadsheets_calamine', 'spreadsheets_excelize', 'spreadsheets_roo', 'csv_odd', 'csv_shapes', 'zip']
const whole = csvOf([rowOf('X-1')])
const ownFiles: [string, Buffer][] = [
  ['nothing but zeros.xlsx', Buffer.alloc(4_096)],
  ['the old format, cut short.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 0xff)])],
  ['a zip that is none.xlsx', Buffer.from('PK\u0003\u0004 and nothing more')],
  ['text of another encoding.csv', Buffer.from('InvoiceNumber;Kundenname\n1;M\u00fcller', 'latin1')],
  ['a quote that never ends.csv', Buffer.concat([whole, Buffer.from('\n"')])],
  ['one line of a megabyte.csv', Buffer.concat([Buffer.from('InvoiceNumber,'), Buffer.alloc(1024 * 1024, 'x')])],
  ['a page.xls', Buffer.from('<html><table><tr><td>InvoiceNumber</td></tr></table></html>')],
]
const readAs = (name: string) =>
  /\.(csv|xlsx|xls)$/.test(name) ? name : name.endsWith('.zip') ? `${name}.xlsx` : `${name}.csv`
const theirFiles = folders.flatMap((folder): [string, Buffer][] =>
  existsSync(corpus)
    ? readdirSync(join(corpus, folder)).map((name) => [`${folder}/${name}`, readFileSync(join(corpus, folder, name))])
    : [],
)
const reasons: Record<string, string> = en.fieldReasons

const probes = probesOf('odd sheets of invoices', theirFiles, 5)

/** Uploads a file; what was said, and what it took. */
async function upload([name, bytes]: [string, Buffer]) {
  const began = performance.now()
  const answer = await many.upload(bytes, { name: readAs(name.replaceAll('/', '-')) })
  const [error] = (answer.body['errors'] ?? []) as { reason: string; text: string }[]
  return { answer, reason: error?.reason ?? '', text: error?.text ?? '', ms: performance.now() - began }
}

describe('a file that is no sheet of invoices', () => {
  it('is refused in words within 2 s and 64 MB', { timeout: 300_000 }, async () => {
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
    const told = new Map<string, number>()
    for (const file of [...ownFiles, ...probes]) {
      const [name] = file
      const first = await upload(file)
      // A machine that is busy with other things is asked again.
      const { answer, reason, text, ms } = first.ms < 2_000 ? first : await upload(file)
      expect([answer.status, answer.body['status_reason']], `${name} ${answer.text}`).toEqual([400, 'INVALID_FILE'])
      expect(text, name).toMatch(/\.$/)
      expect(reasons[reason], `${name} ${reason}`).toMatch(/\.$/)
      expect(ms, name).toBeLessThan(2_000)
      told.set(reason, (told.get(reason) ?? 0) + 1)
    }
    clearInterval(watch)
    expect((most - before) / 1024 / 1024).toBeLessThan(64)
    if (full) console.log(`sheets: ${[...told].map(([reason, files]) => `${files} ${reason}`).join(', ')}`)
  })
})

it('a sheet with gaps is read right: its rows keep their numbers', async () => {
  const bad = csvOf([rowOf('X-2', { LineItem_Rate: 'x' })])
    .toString()
    .split('\n')[1]
  const batch = many.batchOf(await many.upload(Buffer.from(`${whole.toString()}\n\n\n${bad}`), { dryRun: true }))
  expect(batch).toMatchObject({ rows: 2, success_count: 1, failures: [{ row: 5, column: 'LineItem_Rate' }] })
})
