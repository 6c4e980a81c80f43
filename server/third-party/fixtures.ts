import type { ThirdPartyError, ThirdPartyTransaction, ThirdPartyUpload } from '#contract/third-party.ts'
import type { ThirdPartyField, ThirdPartyMapping } from '#contract/third-party-mapping.ts'
import { form, formType } from '#test/picture.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type Answer, type TestSession } from '#test/test-app.ts'

export type Cells = Partial<Record<ThirdPartyField, string>>

/** A row that says a whole transaction, of a reference. */
export const rowOf = (ref: string, more: Cells = {}): Cells => ({
  date: '2026-03-01 10:00:00',
  amount: '12.50',
  currency: 'SGD',
  status: 'success',
  merchant_order_ref: `ORDER-${ref}`,
  channel_order_ref: `CH-${ref}`,
  ...more,
})
/** A comma-separated sheet with the columns that its rows name. */
export function csvOf(rows: readonly Cells[], titles: Partial<Record<ThirdPartyField, string>> = {}): Buffer {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ThirdPartyField[]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((row) => fields.map((field) => quoted(row[field] ?? '')).join(','))
  return Buffer.from([fields.map((field) => titles[field] ?? field).join(','), ...lines].join('\n'))
}

interface Upload {
  name?: string
  source?: string
  dryRun?: boolean
  mapping?: ThirdPartyMapping | string
  as?: TestSession
}

export type Telling = Awaited<ReturnType<typeof openTelling>>

/** Uploads of others' transactions through the front door, for tests; jobs run when a test says. */
export async function openTelling() {
  const testApp = await openTestApp()
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  const uploadOf = (answer: Answer): ThirdPartyUpload => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as ThirdPartyUpload
  }
  const upload = (bytes: Buffer, { name = 'told.csv', source, dryRun, mapping, as = session }: Upload = {}) =>
    testApp.call(
      as,
      'POST',
      '/merchants/third_party/transactions',
      form(
        {
          ...(source !== undefined && { source }),
          ...(dryRun !== undefined && { dry_run: String(dryRun) }),
          ...(mapping !== undefined && { mapping: typeof mapping === 'string' ? mapping : JSON.stringify(mapping) }),
        },
        [{ field: 'file', name, bytes }],
      ),
      { 'content-type': formType, 'idempotency-key': crypto.randomUUID() },
    )
  const page = async <Row>(path: string, body: object): Promise<Row[]> => {
    const answer = await testApp.call(session, 'POST', path, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as Row[]
  }
  return {
    testApp,
    merchant,
    session,
    upload,
    uploadOf,
    /** Loads, or checks, some rows. */
    take: async (rows: readonly Cells[], how: Upload = {}) => uploadOf(await upload(csvOf(rows), how)),
    read: async ({ upload_id }: Pick<ThirdPartyUpload, 'upload_id'>) =>
      uploadOf(await testApp.call(session, 'GET', `/api/third-party/uploads/${upload_id}`)),
    takeBack: ({ upload_id }: ThirdPartyUpload) =>
      testApp.call(session, 'POST', `/api/third-party/uploads/${upload_id}/take-back`, {}),
    list: (filters: object = {}, more: object = {}) =>
      page<ThirdPartyTransaction>('/merchants/third_party/transactions/all', { filters, pagesize: 100, ...more }),
    errors: ({ upload_id }: ThirdPartyUpload) =>
      page<ThirdPartyError>('/api/third-party/errors', { filters: { upload_id }, pagesize: 100 }),
    work: () => runJobs(testApp, { names: ['read-third-party-sheet'] }),
    count: async () => {
      const [row] = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ count: bigint }>('select count(*) from third_party_transactions where merchant_id = $1', [
          merchant.merchantId,
        ]),
      )
      return Number(row?.count)
    },
    close: () => testApp.close(),
  }
}
