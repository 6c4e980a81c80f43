import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { full } from '#test/faults/counts.ts'
import { unzipped } from '#test/unzip.ts'
import type { TestApp } from '#test/test-app.ts'
import type { Told } from '#server/recon-records/fixtures.ts'
import { openSheets, openTestApp, savedElsewhere, tableOf, titlesOf, type Table } from './fixtures.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const count = full ? 10_000 : 300
const atOnce = full ? limits.reconDecidedAtOnce : 150

/** Some rows with every other one to wait and the rest to be accepted, each for a reason of its own. */
const decided = ({ titles, rows }: Table, from: number): Table => ({
  titles,
  rows: rows.map((row, at) => {
    if (at < from || at >= from + atOnce) return row
    const [act, until] = at % 2 === 0 ? ['Expect until a day', '2999-01-01'] : ['Accept as it is', '']
    return { ...row, [titlesOf.act]: act, [titlesOf.until]: until, [titlesOf.reason]: `reason ${at}` }
  }),
})

it(
  `${count} exceptions leave as a sheet, are decided in another program and come back, each once`,
  { timeout: 300_000 },
  async () => {
    const sheets = await openSheets(testApp)
    await sheets.keep(
      Array.from({ length: count }, (_, at): Told => ({
        key: `k${String(at).padStart(5, '0')}`,
        side: 'a',
        status: 'missing_in_settlement',
      })),
    )
    // As PostgreSQL does by itself a while later.
    await testApp.owner.transaction(null, (tx) => tx.query('analyze recon_outcomes', []))
    const table = await tableOf(await sheets.exported())
    expect(table.rows).toHaveLength(count)
    for (let from = 0; from < count; from += atOnce) {
      const bytes = await savedElsewhere(decided(table, from))
      const expected = {
        rows: count,
        decided: atOnce,
        applied: atOnce / 2,
        proposed: atOnce / 2,
        invalid: 0,
        stale: 0,
        unknown: 0,
        not_allowed: 0,
      }
      const began = performance.now()
      const answer = await sheets.upload(bytes, { isDone: true })
      expect(answer.body['data'], answer.text).toMatchObject(expected)
      if (full)
        console.log(`${atOnce} of ${count} rows, ${bytes.length} bytes: ${Math.round(performance.now() - began)} ms`)
    }
    expect((await sheets.upload(await savedElsewhere(decided(table, 0)), { isDone: true })).body['data']).toMatchObject(
      {
        applied: atOnce / 2,
        proposed: atOnce / 2,
      },
    )
    const said = await sheets.sql(`select
      (select count(distinct reason)::int from recon_decisions where merchant_id = $1) as decisions, (select count(*)::int from recon_decisions where merchant_id = $1) as all_decisions,
      (select count(distinct reason)::int from recon_proposals where merchant_id = $1) as proposals, (select count(*)::int from recon_proposals where merchant_id = $1) as all_proposals`)
    expect(said).toEqual([
      { decisions: count / 2, all_decisions: count / 2, proposals: count / 2, all_proposals: count / 2 },
    ])
  },
)

it('the sheet is locked but for what is filled in, with choices in the language of whoever exports it', async () => {
  const sheets = await openSheets(testApp)
  await sheets.keep([{ key: 'k', side: 'a', status: 'missing_in_settlement' }])
  const parts = unzipped(await sheets.exported({ language: 'ar', right_to_left: true }))
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('<sheetProtection sheet="1"')
  const open = /<c s="(\d+)"\/><c s="\1"\/><c s="\1"\/><c s="\1"\/><\/row>/.exec(sheet)?.[1]
  const formats = (/<cellXfs.*<\/cellXfs>/s.exec(parts.get('xl/styles.xml') ?? '')?.[0] ?? '').match(
    /<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs,
  )
  expect(formats?.[Number(open)]).toContain('<protection locked="0"/>')
  expect(sheet.match(/<dataValidation [^>]*>/g)).toHaveLength(2)
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('شطب الفرق')
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('Bob Cole')
  expect(parts.get('xl/workbook.xml')).toMatch(/name="الخيارات" sheetId="2" state="hidden"/)
})

it('the sheet can be prepared in the background, with a sheet about it', async () => {
  const sheets = await openSheets(testApp)
  await sheets.keep([{ key: 'k', side: 'a', status: 'missing_in_settlement' }])
  const { runJobs } = await import('#test/run-jobs.ts')
  const asked = await testApp.call(sheets.ada, 'POST', '/api/exports', { of: 'exportReconExceptions', request: { language: 'en' } }, { 'idempotency-key': crypto.randomUUID() })
  await runJobs(testApp, { names: ['run-export'], until: new Date() })
  const { export_id: id } = asked.body.content as unknown as { export_id: string }
  const file = await testApp.app.inject({ method: 'GET', url: `/gateway/api/exports/${id}/file`, headers: { authorization: `Bearer ${sheets.ada.token}` } })
  const table = await tableOf(file.rawPayload)
  expect(table.rows).toHaveLength(1)
  expect(unzipped(file.rawPayload).get('xl/workbook.xml')).toMatch(/name="About"/)
  const [row] = table.rows
  const { rows } = await sheets.taken(await savedElsewhere({ ...table, rows: [{ ...row, [titlesOf.act]: 'accept' }] }))
  expect(rows).toMatchObject([{ verdict: 'proposed', record_ref: '1.a.k' }])
}) // prettier-ignore
