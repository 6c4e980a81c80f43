import { expect } from 'vitest'
import type { InvoiceArchive } from '#contract/invoice-archives.ts'
import { openInvoicing } from '#server/invoices/fixtures.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { filesInZip } from '#test/unzip.ts'
import { runInvoiceArchive } from './jobs.ts'

export type Archiving = Awaited<ReturnType<typeof openArchiving>>

/** Zips of PDFs through the front door, for tests; jobs run when a test says. */
export async function openArchiving() {
  const inv = await openInvoicing()
  const { testApp, session } = inv.paying
  const shown = (answer: Answer): InvoiceArchive => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as InvoiceArchive
  }
  const ask = (refs: readonly string[], as: TestSession = session) =>
    inv.ask('POST', '/api/invoices/archives', { invoice_refs: refs }, as)
  const download = ({ archive_id: id }: InvoiceArchive, as: TestSession = session) =>
    testApp.app.inject({
      method: 'GET',
      url: `/gateway/api/invoices/archives/${id}/file`,
      headers: { authorization: `Bearer ${as.token}` },
    })
  const sql = <Row extends object>(text: string, ...more: unknown[]) =>
    testApp.owner.transaction(null, (tx) => tx.query<Row>(text, [inv.scope.merchantId, ...more]))
  /** Runs the job, and something before each of its transactions, or before its commit; they are counted from 1. */
  const runWith = (
    { archive_id: archiveId }: InvoiceArchive,
    { before, beforeCommit }: Partial<Record<'before' | 'beforeCommit', (transaction: number) => Promise<void>>>,
  ) => {
    const { database } = testApp.serveParts
    let begun = 0
    const wrapped: typeof database = {
      ...database,
      async transaction(scope, work) {
        const transaction = (begun += 1)
        await before?.(transaction)
        return database.transaction(scope, async (tx) => {
          const done = await work(tx)
          await beforeCommit?.(transaction)
          return done
        })
      },
    }
    const parts = { ...testApp.serveParts, database: wrapped }
    return runJob(runInvoiceArchive as never, { ...inv.scope, archiveId }, parts, new AbortController().signal)
  }
  return {
    inv,
    sql,
    /** Whether it is noted that the file has left whole. */
    async fetched({ archive_id: id }: InvoiceArchive): Promise<boolean> {
      const rows = await sql(
        'select 1 from invoice_archives where merchant_id = $1 and archive_id = $2 and fetched_at is not null',
        id,
      )
      return rows.length === 1
    },
    ask,
    download,
    begin: async (refs: readonly string[]) => shown(await ask(refs)),
    look: ({ archive_id: id }: InvoiceArchive, as: TestSession = session) =>
      inv.ask('GET', `/api/invoices/archives/${id}`, undefined, as),
    read: async ({ archive_id: id }: InvoiceArchive) => shown(await inv.ask('GET', `/api/invoices/archives/${id}`)),
    run: ({ archive_id: archiveId }: InvoiceArchive) => inv.job(runInvoiceArchive, { archiveId }),
    async files(archive: InvoiceArchive): Promise<Map<string, Buffer>> {
      const answer = await download(archive)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return filesInZip(answer.rawPayload)
    },
    /** The PDF as the call for one invoice answers it. */
    async pdf(ref: string): Promise<Buffer> {
      const { data_url } = (await inv.ask('GET', `/api/invoices/${ref}/pdf`)).body.content as unknown as {
        data_url: string
      }
      return Buffer.from(data_url.slice(data_url.indexOf(',') + 1), 'base64')
    },
    /** Runs the job until a worker would be killed: before the commit of a transaction after so many. */
    async runAndDie(archive: InvoiceArchive, afterTransactions: number) {
      const die = async (transaction: number) => {
        if (transaction > afterTransactions) throw new Error('killed')
      }
      await expect(runWith(archive, { beforeCommit: die })).rejects.toThrow('killed')
    },
    /** Runs the job, and something else between its first transaction, which reads, and its second, which writes. */
    runAround: (archive: InvoiceArchive, meanwhile: () => Promise<void>) =>
      runWith(archive, { before: async (transaction) => (transaction === 2 ? meanwhile() : undefined) }),
    close: () => inv.close(),
  }
}
