import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { InvoiceArchive } from '#contract/invoice-archives.ts'
import { limits } from '#contract/limits.ts'
import { runJobs } from '#test/run-jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { jobs } from '#server/jobs.ts'
import { openArchiving, type Archiving } from './fixtures.ts'
import { forgetInvoiceArchive, runInvoiceArchive, tellInvoiceArchive } from './jobs.ts'

/** The job that draws the PDFs of a zip, whatever dies in between; who is told of it; and how long it stays. */
let many: Archiving
beforeAll(async () => {
  many = await openArchiving()
})
afterAll(() => many.close())
afterEach(() => {
  many.inv.paying.clock.now = null
})

const names = [runInvoiceArchive, tellInvoiceArchive, forgetInvoiceArchive].map(({ name }) => name)
const later = (ms: number) => new Date(Date.now() + ms)
const runUntil = (until: Date) => runJobs(many.inv.paying.testApp, { names, until })
const sweep = () => sweepJobs({ declared: jobs, ...many.inv.paying.testApp.serveParts }, many.inv.scope)
const drafts = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await many.inv.create()).invoice_ref))
const noticesOf = ({ archive_id: id }: InvoiceArchive) =>
  many.sql<{ facts: unknown }>(
    `select facts, to_sub_user from notices where merchant_id = $1 and kind = 'invoice_archive_done' and facts->>'archive_id' = $2`,
    id,
  )

it('goes on where a killed worker stopped, and two at once count each invoice once', async () => {
  const archive = await many.begin(await drafts(12))
  // A round has a transaction that reads and one that writes: the second round dies while it writes.
  await many.runAndDie(archive, 3)
  expect(await many.read(archive)).toMatchObject({ status: 'running', total: 12, done: 5 })
  const drawn = await many.sql<{ place: number }>(
    `select place from invoice_archive_items where merchant_id = $1 and archive_id = $2 and state = 'ready' order by place`,
    archive.archive_id,
  )
  expect(drawn.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4])
  await Promise.all([many.run(archive), many.run(archive)])
  expect(await many.read(archive)).toMatchObject({ status: 'done', done: 12, left_out: [] })
  expect((await many.files(archive)).size).toBe(12)
})

it('counts nothing again that another worker has drawn in between', async () => {
  const archive = await many.begin(await drafts(12))
  // The other one ends the first round, and dies.
  await many.runAround(archive, () => many.runAndDie(archive, 2))
  expect(await many.read(archive)).toMatchObject({ status: 'done', done: 12, left_out: [] })
  expect((await many.files(archive)).size).toBe(12)
})

it('is found by the sweep when its job was lost', async () => {
  const archive = await many.begin(await drafts(1))
  await many.sql(`delete from pgboss.job where data->>'merchantId' = $1::text`)
  many.inv.paying.clock.now = later(600_000)
  expect(await sweep()).toBeGreaterThan(0)
  await runUntil(later(600_000))
  expect(await many.read(archive)).toMatchObject({ status: 'done' })
})

it('tells who has asked for it, once, and not who has fetched the file by then', async () => {
  const [waited, left] = [await many.begin(await drafts(1)), await many.begin(await drafts(2))]
  await runUntil(later(limits.invoiceArchiveToldSeconds * 500))
  await many.files(waited)
  await expect.poll(() => many.fetched(waited)).toBe(true)
  await runUntil(later(limits.invoiceArchiveToldSeconds * 2_000))
  await many.inv.job(tellInvoiceArchive, { archiveId: left.archive_id })
  expect(await noticesOf(waited)).toEqual([])
  const { subUserId } = many.inv.paying.session
  const facts = { archive_id: left.archive_id, ready: '2', left_out: '0' }
  expect(await noticesOf(left)).toEqual([{ facts, to_sub_user: subUserId }])
})

it('writes down who has asked for which invoices, who has fetched them, and how many have left', async () => {
  const refs = await drafts(2)
  const archive = await many.begin(refs)
  await many.run(archive)
  await many.files(archive)
  const rowsOf = () =>
    many.sql<{ action: string; changes: Record<string, { after: string }> }>(
      'select action, changes from audit_events where merchant_id = $1 and object_ref = $2 order by seq',
      archive.archive_id,
    )
  // The last is written when the file has left.
  await expect.poll(rowsOf).toHaveLength(3)
  const rows = await rowsOf()
  expect(rows.map(({ action }) => action)).toEqual([
    'invoice.export-pdfs',
    'invoice.download-pdfs',
    'invoice.download-pdfs-end',
  ])
  expect(rows[0]?.changes).toMatchObject({ invoices: { after: '2' }, invoice_refs: { after: refs.join(', ') } })
  expect(rows[2]?.changes).toMatchObject({ files: { after: '2' } })
})

it('is gone after a week with the drafts in it, and the kept files of what was issued stay', async () => {
  const { invoice_ref: issued } = await many.inv.sent()
  const archive = await many.begin([issued, ...(await drafts(1))])
  await many.run(archive)
  many.inv.daysOn(limits.invoiceArchiveDays - 0.01)
  await sweep()
  await runUntil(many.inv.now())
  const rows = () =>
    many.sql('select 1 from invoice_archive_items where merchant_id = $1 and archive_id = $2', archive.archive_id)
  expect(await rows()).toHaveLength(2)
  many.inv.daysOn(limits.invoiceArchiveDays + 0.01)
  expect((await many.look(archive)).status).toBe(404)
  await sweep()
  await runUntil(many.inv.now())
  expect(await rows()).toEqual([])
  expect(
    await many.sql('select 1 from invoice_archives where merchant_id = $1 and archive_id = $2', archive.archive_id),
  ).toEqual([])
  expect(await many.sql('select 1 from invoice_files where merchant_id = $1 and ref = $2', issued)).toHaveLength(1)
})
