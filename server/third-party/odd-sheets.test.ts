import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '#i18n/en/console.json' with { type: 'json' }
import { probesOf } from '#test/probes.ts'
import { csvOf, openTelling, rowOf, type Telling } from './fixtures.ts'

/** Files that are broken, hostile or meant for something else: refused in words, soon and without much memory. */
let telling: Telling
beforeAll(async () => {
  telling = await openTelling()
})
afterAll(() => telling.close())

const corpus = join(import.meta.dirname, '../../../shared/data/badinput')
const folders = [
  'spreadsheets_calamine', 'spreadsheets_excelize', 'spreadsheets_roo', 'csv_odd', 'csv_shapes', 'csv_injection', 'zip',
] // prettier-ignore
const ownFiles: [string, Buffer][] = [
  ['nothing but zeros.xlsx', Buffer.alloc(4_096)],
  ['a page.xls', Buffer.from('<html><table><tr><td>date</td></tr></table></html>')],
  ['a quote that never ends.csv', Buffer.concat([csvOf([rowOf('odd')]), Buffer.from('\n"')])],
]
const readAs = (name: string) =>
  /\.(csv|xlsx|xls)$/.test(name) ? name : name.endsWith('.zip') ? `${name}.xlsx` : `${name}.csv`
const theirFiles = folders.flatMap((folder): [string, Buffer][] =>
  existsSync(corpus)
    ? readdirSync(join(corpus, folder)).map((name) => [`${folder}/${name}`, readFileSync(join(corpus, folder, name))])
    : [],
)
const reasons: Record<string, string> = en.fieldReasons

/** Uploads a file, which a job reads when it is large; why it was refused, and what that took. */
async function upload([name, bytes]: [string, Buffer]) {
  const began = performance.now()
  const answer = await telling.upload(bytes, { name: readAs(name.replaceAll('/', '-')) })
  const [error] = (answer.body['errors'] ?? []) as { reason: string }[]
  let kept = answer.status === 200 ? telling.uploadOf(answer) : null
  if (kept?.state === 'reading') {
    await telling.work()
    kept = await telling.read(kept)
  }
  return { reason: error?.reason ?? kept?.reason ?? '', ms: performance.now() - began, state: kept?.state ?? 'refused' }
}

describe('a file that is no sheet of transactions', () => {
  it('is refused in words within 2 s and 64 MB, and adds nothing', { timeout: 120_000 }, async () => {
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
    for (const file of [...ownFiles, ...probesOf('odd sheets of third parties', theirFiles, 4)]) {
      const [name] = file
      const first = await upload(file)
      // A machine that is busy with other things is asked again.
      const { reason, ms, state } = first.ms < 2_000 ? first : await upload(file)
      expect(state, name).toBe('refused')
      expect(reasons[reason], `${name} ${reason}`).toMatch(/\.$/)
      expect(ms, name).toBeLessThan(2_000)
    }
    clearInterval(watch)
    expect(most - before).toBeLessThan(64 * 1024 * 1024)
    expect(await telling.count()).toBe(0)
  })
})

it('what would run in a spreadsheet is kept as it stands and neutralised where it leaves', async () => {
  const path = join(corpus, 'csv_injection/csv-payload.txt')
  const attacks = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^[=+\-@]/.test(line))
        .slice(0, 40)
    : ['=1+1', "@SUM(1+9)*cmd|' /C calc'!A0", '+1', '-1']
  const upload = await telling.take(attacks.map((attack, at) => rowOf(`a${at}`, { description: attack })))
  expect(upload).toMatchObject({ valid: attacks.length, errors: 0 })
  const kept = await telling.list({ upload_id: upload.upload_id })
  expect(kept.map(({ description }) => description).toSorted()).toEqual(attacks.map((one) => one.trim()).toSorted())
  const columns = [{ key: 'description' }]
  const body = { filters: { upload_id: upload.upload_id }, format: 'csv', columns }
  const file = await telling.testApp.call(telling.session, 'POST', '/merchants/third_party/transactions/export', body)
  const [, ...lines] = file.text.trim().split('\r\n')
  expect(lines).toHaveLength(attacks.length)
  for (const line of lines) expect(line).toMatch(/^"?'/)
})
