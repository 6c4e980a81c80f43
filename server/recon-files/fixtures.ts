import type { ReconFile } from '#contract/recon-files.ts'
import type { ReconLeftOutRow, ReconRecord } from '#contract/recon-rows.ts'
import { beginLoading, loadOfPast } from '#server/demo/recon-loading.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { form, formType } from '#test/picture.ts'
import { runJobs } from '#test/run-jobs.ts'
import { readingFor } from './reading-for.ts'
import { openTestApp, type Answer, type TestSession } from '#test/test-app.ts'

/** A line of the test provider's settlement: reference, type, gross and what else is said. */
export interface Line {
  ref: string
  type?: string
  gross?: string
  fee?: string
  day?: string
  note?: string
}
const titles = 'Date,Type,Reference,Gross,Fee,Note'
/** A settlement as its provider sends it. */
export const settlementOf = (lines: readonly Line[]): Buffer =>
  Buffer.from(
    [
      titles,
      ...lines.map(({ ref, type = 'Payment', gross = '10.00', fee = '0.30', day = '2026-10-01', note = '' }) =>
        [`${day} 10:00:00`, type, ref, gross, fee, note].join(','),
      ),
    ].join('\n'),
  )

const mapping = (channelKey: string, changes: object) => ({
  payment_channel_key: channelKey,
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: 'SGD',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference', fee: 'Fee' },
  ...changes,
})

const bytesOf = (lines: readonly Line[] | Buffer) =>
  Buffer.isBuffer(lines) ? lines : settlementOf(lines as readonly Line[])

export type Reconciling = Awaited<ReturnType<typeof openReconciling>>

/** Files of reconciliation through the front door, for tests; jobs run when a test says. */
export async function openReconciling() {
  const testApp = await openTestApp()
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  const dataOf = <T>(answer: Answer): T => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body['data'] as T
  }
  const ask = (method: 'GET' | 'POST', path: string, body?: object, as: TestSession = session) =>
    testApp.call(as, method, path, body)
  const saveMapping = async (changes: { reading?: object } & Record<string, unknown> = {}) => {
    const reading = { decimal: '.', time_zone: 'UTC', types: { payment: 'payment', refund: 'refund', fee: 'fee' }, identity: ['Reference'], ...changes.reading } // prettier-ignore
    return dataOf<{ rfm_id: string }>(
      await ask('POST', '/merchants/recon/file-mapping', mapping('SIMULATOR', { ...changes, reading })),
    )
  }
  const send = (path: string, fields: Record<string, string>, bytes: Buffer, name: string, as: TestSession = session) =>
    testApp.call(as, 'POST', path, form(fields, [{ field: 'file', name, bytes }]), { 'content-type': formType })
  const upload = (bytes: Buffer, { name = 'october.csv', as = session } = {}) =>
    send('/merchants/recon/upload-file', { payment_channel_key: 'SIMULATOR', file_type: 'recon' }, bytes, name, as)
  const read = async (reconId: string) => dataOf<ReconFile>(await ask('GET', `/api/recon/files/${reconId}`))
  /** Has an uploaded file read. */
  const begin = async (reconId: string, dataSource = 'SIMULATOR_SETTLEMENT') => {
    const { file_key, file_name } = await read(reconId)
    const file_link = `${testApp.serveParts.services.publicUrl}/gateway/api/recon/files/${reconId}/original`
    return ask('POST', '/merchants/recon/v3/create-recon', { recon_id: reconId, file_key, file_name, file_link, data_source: dataSource }) // prettier-ignore
  }
  /** Does what a worker does; something may be looked at before each job. */
  const work = (before: () => Promise<unknown> = () => Promise.resolve()) => runJobs(testApp, { names: ['read-recon-file'], before })
  const rowsOf = async <Row>(path: string, filters: object, as = session) => {
    const answer = await ask('POST', path, { filters, pagesize: 100 }, as)
    if (answer.status !== 200) throw new Error(answer.text)
    return (answer.body as unknown as { content: Row[] }).content
  }
  return {
    testApp,
    merchant,
    session,
    ask,
    send,
    dataOf,
    saveMapping,
    upload,
    read,
    work,
    act: (reconId: string, act: string, body: object = {}) => ask('POST', `/api/recon/files/${reconId}/${act}`, body),
    begin,
    /** Keeps a file that nobody has begun. */
    async keep(lines: readonly Line[] | Buffer, name = 'october.csv'): Promise<string> {
      const bytes = bytesOf(lines)
      return dataOf<{ recon_id: string }>(await send('/merchants/recon/v3/upload-file', {}, bytes, name)).recon_id
    },
    /** Uploads some lines, and has them loaded as a worker does: a process checks the titles, another reads. */
    async load(lines: readonly Line[] | Buffer, name?: string): Promise<ReconFile> {
      const { recon_id } = dataOf<{ recon_id: string }>(
        await upload(bytesOf(lines), name === undefined ? {} : { name }),
      )
      await work()
      return read(recon_id)
    },
    /** Loads some lines by the same code without a process of their own: what is tested are the records. */
    async loadHere(lines: readonly Line[] | Buffer, name = 'october.csv'): Promise<ReconFile> {
      const { database, services } = testApp.serveParts
      const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
      const parts = { database, services, now: () => testApp.clock.now ?? new Date() }
      const reconId = await ownTransaction(parts, owner, { requestId: 'load-here' }, async (ctx) => {
        const found = await readingFor(ctx, { channelKey: 'SIMULATOR', fileType: 'recon', fileName: name })
        if (!found) throw new Error('no mapping')
        await beginLoading(ctx)
        return (await loadOfPast(ctx, { name, bytes: bytesOf(lines), way: 'upload' }, found)).recon_id
      })
      return read(reconId)
    },
    records: (reconId: string, filters: object = {}) =>
      rowsOf<ReconRecord>('/api/recon/records', { recon_id: reconId, ...filters }),
    leftOut: (reconId: string, filters: object = {}, as?: TestSession) =>
      rowsOf<ReconLeftOutRow>('/api/recon/left-out', { recon_id: reconId, ...filters }, as),
    /** What counts now, over all files: reference, gross and occurrence, in order. */
    async counting(): Promise<string[]> {
      const rows = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ said: string }>(
          `select provider_ref || ' ' || trim_scale(gross) || ' ' || occurrence as said from recon_records
           where merchant_id = $1 and standing = 'current' order by 1`,
          [merchant.merchantId],
        ),
      )
      return rows.map(({ said }) => said)
    },
    close: () => testApp.close(),
  }
} // prettier-ignore
