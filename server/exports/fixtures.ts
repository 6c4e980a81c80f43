import { newId } from '#server/kit/db/id.ts'
import type { ExportRow } from '#contract/exports.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'

/** Exports in the background, tried through the front door. */
export interface Exporting {
  testApp: TestApp
  merchant: TestMerchant
  session: TestSession
  /** Asks for an export of the merchant's payment links. */
  prepare(request?: object, more?: { by?: TestSession; of?: string; path?: object }): Promise<Answer>
  /** The same, which has to succeed. */
  prepared(request?: object, more?: { by?: TestSession; of?: string; path?: object }): Promise<ExportRow>
  read(exportId: string, by?: TestSession): Promise<Answer>
  file(exportId: string, by?: TestSession): Promise<Answer & { bytes: Buffer }>
  /** Does what a worker would do; with `dated` jobs begin when the clock comes to their moment, in place of after their delay. */
  run(how?: { dated: boolean }): Promise<void>
  sql<R extends object>(text: string, ...values: unknown[]): Promise<R[]>
  close(): Promise<void>
}

export async function openExporting(): Promise<Exporting> {
  const testApp = await openTestApp()
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant, { name: 'Ada Export' })
  const prepare: Exporting['prepare'] = (request = {}, { by = session, of = 'exportPaymentLinks', path } = {}) =>
    testApp.call(
      by,
      'POST',
      '/api/exports',
      { of, path: path ?? { key: by.merchant.key }, request },
      { 'idempotency-key': newId() },
    )
  return {
    testApp,
    merchant,
    session,
    prepare,
    async prepared(request, more) {
      const answer = await prepare(request, more)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.content as unknown as ExportRow
    },
    read: (exportId, by = session) => testApp.call(by, 'GET', `/api/exports/${exportId}`),
    async file(exportId, by = session) {
      const answer = await testApp.app.inject({
        method: 'GET',
        url: `/gateway/api/exports/${exportId}/file`,
        headers: { authorization: `Bearer ${by.token}` },
      })
      const text = answer.body
      const body = answer.statusCode === 200 ? {} : (JSON.parse(text) as Answer['body'])
      return { status: answer.statusCode, text, body, headers: answer.headers, bytes: answer.rawPayload }
    },
    async run({ dated } = { dated: false }) {
      await runJobs(testApp, {
        names: ['run-export', 'forget-export', 'tell-notice'],
        until: testApp.clock.now ?? new Date(),
        dated,
      })
    },
    sql: (text, ...values) => testApp.owner.transaction(null, (tx) => tx.query(text, values)),
    close: () => testApp.close(),
  }
}
