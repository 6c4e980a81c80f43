import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportRow } from '#contract/exports.ts'
import { limits } from '#contract/limits.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { insertLinks } from '#server/payment-links/fixtures.ts'
import { unzipped } from '#test/unzip.ts'
import { openExporting, type Exporting } from './fixtures.ts'
import { forgetExport, runExport } from './jobs.ts'

let exporting: Exporting
/** Some megabytes as csv, so that the file has several parts. */
const noise = `(select string_agg(md5(n || '-' || k), ' ') from generate_series(1, 24) as k)`
const links = 3_000
const csv = { format: 'csv', columns: [{ key: 'merchant_order_ref' }, { key: 'description' }] }
beforeAll(async () => {
  exporting = await openExporting()
  await insertLinks(exporting.testApp, exporting.merchant, links, { description: noise })
})
afterAll(() => exporting.close())

const owner = () => ({ merchantId: exporting.merchant.merchantId, environment: 'sandbox' as const })
const rowOf = async (id: string) => (await exporting.read(id)).body.content as unknown as ExportRow
const partsOf = (id: string) =>
  exporting.sql<{ run: number; place: number }>(
    'select run, place from export_parts where export_id = $1 order by run, place',
    id,
  )

/** One run on a database on which the transaction number `last` and all after it fail, as those of a dead worker do. */
function runAndDie(exportId: string, last: number): Promise<void> {
  const { serveParts } = exporting.testApp
  let transactions = 0
  const database: Database = {
    ...serveParts.database,
    transaction: (...asked) => {
      transactions += 1
      if (transactions >= last) return Promise.reject(new Error('the worker is dead'))
      return serveParts.database.transaction(...(asked as [null, (tx: Transaction) => Promise<never>]))
    },
  }
  const parts = { ...serveParts, database }
  return runJob(runExport as never, { ...owner(), exportId }, parts, new AbortController().signal)
}
const run = (exportId: string) =>
  runJob(runExport as never, { ...owner(), exportId }, exporting.testApp.serveParts, new AbortController().signal)

/** The file holds each row once, and is the one that its row tells of. */
async function expectWhole(id: string): Promise<void> {
  const { digest, size_bytes, rows } = await rowOf(id)
  const { bytes, text } = await exporting.file(id)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest)
  expect([bytes.length, rows]).toEqual([size_bytes, links])
  const refs = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(new Set(refs).size).toBe(links)
  expect(refs).toHaveLength(links)
}

describe('a worker that dies', () => {
  it('leaves nothing that could be had, and the next one makes one whole file, wherever it dies', async () => {
    // After the claim, with one part, with two, and before the end.
    for (const last of [2, 5, 6, 7]) {
      const { export_id: id } = await exporting.prepared(csv)
      await expect(runAndDie(id, last)).rejects.toThrow()
      expect((await rowOf(id)).status).toBe('running')
      expect((await exporting.file(id)).status).toBe(409)
      await run(id)
      await expectWhole(id)
      const parts = await partsOf(id)
      expect(parts.map(({ run: of }) => of)).toEqual(parts.map(() => 2))
      expect(parts.map(({ place }) => place)).toEqual(parts.map((_, place) => place))
      expect(parts.length).toBeGreaterThan(2)
    }
  })

  it('is told of in the last sheet, since the rows are of a later moment', async () => {
    const { export_id: id } = await exporting.prepared({ search: 'S1-7', language: 'en' })
    await expect(runAndDie(id, 3)).rejects.toThrow()
    await run(id)
    expect(unzipped((await exporting.file(id)).bytes).get('xl/worksheets/sheet2.xml')).toContain('Attempt 2')
  })

  it('writes nothing any more once another has taken over', async () => {
    const { export_id: id } = await exporting.prepared(csv)
    const { serveParts } = exporting.testApp
    // The first one stands still before it keeps its first part, until the second one is done.
    let transactions = 0
    const slow: Database = {
      ...serveParts.database,
      transaction: async (...asked) => {
        transactions += 1
        if (transactions === 4) await run(id)
        return serveParts.database.transaction(...(asked as [null, (tx: Transaction) => Promise<never>]))
      },
    }
    const parts = { ...serveParts, database: slow }
    await runJob(runExport as never, { ...owner(), exportId: id }, parts, new AbortController().signal)
    expect(transactions).toBe(4)
    await expectWhole(id)
  })

  it('five times over has failed for good', async () => {
    const { export_id: id } = await exporting.prepared(csv)
    for (let n = 0; n < limits.exportRuns; n++) await expect(runAndDie(id, 4)).rejects.toThrow()
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', reason: 'internal' })
    expect(await partsOf(id)).toEqual([])
  })
})

it('an export whose job was lost is found by the sweep', async () => {
  const { export_id: id } = await exporting.prepared({ search: 'S1-7' })
  await exporting.sql(`delete from pgboss.job where data->>'exportId' = $1`, id)
  await exporting.sql(`update export_files set updated_at = seconds_after(updated_at, -3600) where export_id = $1`, id)
  expect(await sweepJobs({ ...exporting.testApp.serveParts, declared: [runExport as never] }, owner())).toBe(1)
  await exporting.run()
  expect((await rowOf(id)).status).toBe('ready')
})

it('a part that is missing or was changed cuts the download off', async () => {
  const { export_id: id } = await exporting.prepared(csv)
  await run(id)
  await exporting.sql(
    `update export_parts set bytes_sealed = set_byte(bytes_sealed, 40, 255 - get_byte(bytes_sealed, 40)) where export_id = $1 and place = 1`,
    id,
  )
  await expect(exporting.file(id)).rejects.toThrow()
  await exporting.sql('delete from export_parts where export_id = $1 and place = 1', id)
  await expect(exporting.file(id)).rejects.toThrow()
})

it('a file is gone after seven days, from that moment on, and its row after ninety', async () => {
  const { export_id: id } = await exporting.prepared(csv)
  await run(id)
  const { finished_at } = await rowOf(id)
  const { clock } = exporting.testApp
  const after = (days: number, seconds: number) =>
    (clock.now = new Date(Date.parse(`${finished_at}Z`) + days * 86_400_000 + seconds * 1_000))
  const sweep = () => sweepJobs({ ...exporting.testApp.serveParts, declared: [forgetExport as never] }, owner())
  await exporting.sql(
    `update sessions set expires_at = expires_at + interval '1 year', last_seen_at = last_seen_at + interval '1 year'`,
  )
  after(limits.exportDays, -1)
  expect((await exporting.file(id)).status).toBe(200)
  after(limits.exportDays, 60)
  expect((await exporting.file(id)).status).toBe(404)
  expect(await rowOf(id)).toMatchObject({ status: 'expired', downloadable: false })
  await sweep()
  await exporting.run({ dated: true })
  expect(await partsOf(id)).toEqual([])
  expect((await rowOf(id)).status).toBe('expired')
  after(limits.exportListedDays, 120)
  await sweep()
  await exporting.run({ dated: true })
  expect((await exporting.read(id)).status).toBe(404)
})
