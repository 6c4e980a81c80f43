import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import en from '#i18n/en/console.json' with { type: 'json' }
import { png } from '#test/picture.ts'
import { full } from '#test/faults/counts.ts'
import { probesOf } from '#test/probes.ts'
import { workbook } from '#test/workbook.ts'
import { csvOf, openSheets, rowTo, type Sheets } from './fixtures.ts'

/** Files that are broken, hostile or meant for something else: refused in words, soon and without much memory, and nothing is made. */
let sheets: Sheets
let va: string
beforeAll(async () => {
  sheets = await openSheets()
  va = await sheets.out.account(1_000)
})
afterAll(() => sheets.out.close())

const corpus = join(import.meta.dirname, '../../../shared/data/badinput')
const folders = [
  'spreadsheets_calamine', 'spreadsheets_excelize', 'spreadsheets_roo', 'csv_odd', 'csv_shapes', 'csv_injection', 'zip',
] // prettier-ignore
const readAs = (name: string) =>
  /\.(csv|xlsx|xls|xml)$/.test(name) ? name : name.endsWith('.zip') ? `${name}.xlsx` : `${name}.csv`
type File = [name: string, bytes: Buffer, expected?: string]
const theirFiles = folders.flatMap((folder): File[] =>
  existsSync(corpus)
    ? readdirSync(join(corpus, folder)).map((name) => [`${folder}/${name}`, readFileSync(join(corpus, folder, name))])
    : [],
)
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const titles = ['VirtualAccount', 'BeneficiaryName', 'Country', 'BankCode', 'AccountNumber', 'Currency', 'Amount']
const head = `<row>${titles.map(text).join('')}</row>`
const given = () => [va, 'Kim', 'SG', 'DBSSSGSG', '12345678', 'SGD'].map(text).join('')
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')

async function ownFiles(): Promise<File[]> {
  const good = await workbook(`${head}<row>${given()}<c><v>5</v></c></row>`)
  const many = csvOf(Array.from({ length: 10_001 }, (_, nth) => rowTo(va, nth)))
  const begin = '<?xml version="1.0"?>'
  return [
    ['nothing but zeros.xlsx', Buffer.alloc(4_096), 'unreadable_file'],
    ['cut short.xlsx', good.subarray(0, good.length / 2), 'unreadable_file'],
    ['a picture.xlsx', png(300, 300), 'unreadable_file'],
    ['a picture.xml', png(300, 300), 'unreadable_file'],
    ['100,000 rows.xlsx', await workbook('<row><c><v>1</v></c></row>'.repeat(100_000)), 'too_many_rows'],
    ['rows without an end.xlsx', await workbook('<row/>'.repeat(10_000_000)), 'packed_too_tight'],
    ['row a billion.xlsx', await workbook(`${head}<row r="1000000000">${given()}<c><v>5</v></c></row>`)],
    ['a page.xls', Buffer.from('<html><table><tr><td>Amount</td></tr></table></html>'), 'unreadable_file'],
    ['10,001 rows.csv', many, 'too_many_rows'],
    ['a quote that never ends.csv', Buffer.concat([csvOf([rowTo(va, 1)]), Buffer.from('\n"')]), 'unreadable_file'],
    ['laughs.xml', Buffer.from(`${begin}<!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]><d>&l9;</d>`), 'declares_document_type'],
    ['a file of the system.xml', Buffer.from(`${begin}<!DOCTYPE d SYSTEM "file:///etc/passwd"><d/>`), 'declares_document_type'],
    ['cut short.xml', Buffer.from(`${begin}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdt`)],
    // Read, and no row is good.
    ['formulas.xlsx', await workbook(`${head}<row>${given()}<c><f>2+3</f></c></row><row>${given()}${text('=2+3')}</row>`)],
    ['wrong types.xlsx', await workbook(`${head}<row>${given()}<c t="b"><v>1</v></c></row><row>${'<c><v>7</v></c>'.repeat(7)}</row>`)],
    ['formulas.csv', csvOf([rowTo(va, 2, { Amount: '=2+3' }), rowTo(va, 3, { Amount: '@SUM(1+1)' })])],
    ['two encodings.csv', Buffer.concat([csvOf([rowTo(va, 4, { Amount: 'M\u00fcller' })]), Buffer.from('\nM\u00fcller,\u00ff', 'latin1')])],
  ]
} // prettier-ignore
const reasons: Record<string, string> = en.fieldReasons

const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
/** The most that any later child of this process has had in memory so far, in MB. */
const childrenMost = (earlier: readonly string[]): number =>
  Math.max(0, ...children().flatMap((pid) => (earlier.includes(pid) ? [] : residentMost(pid))))
function residentMost(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Uploads a file; what was said, how long it took, and what this process and the child that read it had in memory at most. */
async function upload(name: string, bytes: Buffer, path: string) {
  let child = 0
  const earlier = children()
  const watch = setInterval(() => (child = Math.max(child, childrenMost(earlier))), 4)
  const began = performance.now()
  const answer = await sheets.upload(bytes, { name: readAs(name.replaceAll('/', '-')), path })
  const ms = performance.now() - began
  clearInterval(watch)
  const [error] = (answer.body['errors'] ?? []) as { reason: string; text: string }[]
  return { answer, error, ms, child }
}
const paths = ['/api/payouts/batches', '/merchants/payout/bulk-create-txn/upload']

it.runIf(existsSync('/proc/self/status'))('is refused in words within 2 s and 64 MB, and nothing is made', { timeout: 300_000 }, async () => {
  const own = await ownFiles()
  const plain = await upload('plain.csv', csvOf([rowTo(va, 1, { Amount: '' })]), paths[0] ?? '')
  expect(plain.child).toBeGreaterThan(0)
  const before = process.memoryUsage().rss
  let [most, child] = [before, 0]
  const all = [...own, ...probesOf('odd sheets of payouts', theirFiles, 2)]
  for (const [at, [name, bytes, expected]] of all.entries())
    for (const path of full ? paths : [paths[at % 2] ?? '']) {
      const first = await upload(name, bytes, path)
      // A machine that is busy with other things is asked again.
      const { answer, error, ms, ...took } = first.ms < 2_000 ? first : await upload(name, bytes, path)
      if (expected ?? answer.status !== 200) {
        expect([answer.status, answer.body['status_reason']], `${name} ${answer.text}`).toEqual([400, 'INVALID_FILE'])
        expect(answer.body['Message'], name).toBe('Uploaded File is invalid')
        expect(reasons[error?.reason ?? ''], `${name} ${error?.reason}`).toMatch(/\.$/)
        if (expected) expect(error?.reason, name).toBe(expected)
      } else if (path === paths[0]) expect(answer.body.content, name).toMatchObject({ created_count: 0, valid_count: 0 })
      expect(ms, name).toBeLessThan(2_000)
      most = Math.max(most, process.memoryUsage().rss)
      child = Math.max(child, took.child)
    }
  expect((most - before) / 1024 / 1024).toBeLessThan(64)
  expect(child - plain.child).toBeLessThan(64)
  expect(await sheets.count()).toBe(0)
}) // prettier-ignore

it('more than 20 MB is refused before it is read', async () => {
  for (const path of paths) {
    const { answer, child } = await upload('large.csv', Buffer.alloc(21 * 1024 * 1024, 'a'), path)
    expect([answer.status, answer.body['status_reason']]).toEqual([413, 'FILE_TOO_LARGE'])
    expect(answer.body['Message']).toBe('Maximum 20 MB file is allowed')
    expect(child).toBe(0)
  }
  expect(await sheets.count()).toBe(0)
})
