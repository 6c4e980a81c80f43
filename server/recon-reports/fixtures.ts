import type { WireOutput } from '#contract/kit/call.ts'
import type { listReconReports } from '#contract/recon-reports.ts'
import type { ReconReportKind } from '#contract/recon-report-kinds.ts'
import { openDashboard } from '#server/recon-records/dashboard-fixtures.ts'
import type { Told } from '#server/recon-records/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'

type Listed = WireOutput<typeof listReconReports>
const at = '/merchants/recon/v3/g/reports'
/** A merchant whose answers are what a test says, and its reports. */
export async function openReports() {
  const dashboard = await openDashboard()
  const { testApp, session, data } = dashboard
  const file = async (reportId: string, as: TestSession) => {
    const answer = await testApp.app.inject({
      method: 'GET',
      url: `/gateway/api/exports/${reportId}/file`,
      headers: { authorization: `Bearer ${as.token}` },
    })
    return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload }
  }
  return {
    ...dashboard,
    create: (asked: object, as?: TestSession) => dashboard.ask(`${at}/create`, { msm_id: 1, language: 'en', ...asked }, as),
    created: (asked: object) => data<{ report_id: string; scheduled: boolean }>(`${at}/create`, { msm_id: 1, language: 'en', ...asked }),
    async list(asked: object = {}, as?: TestSession) {
      const { status, text, body } = await dashboard.ask(at, asked, as)
      if (status !== 200) throw new Error(text)
      const { content } = body['data'] as Pick<Listed, 'content'>
      return { content, scheduled: body['scheduled'] as unknown as Listed['scheduled'] }
    },
    file: (reportId: string, as: TestSession = session) => file(reportId, as),
    /** Does what a worker would do: what is due by the clock, and the files that are asked for. */
    async run() {
      const until = testApp.clock.now ?? new Date()
      await runJobs(testApp, { names: ['run-export-schedule'], until, dated: true })
      await runJobs(testApp, { names: ['run-export', 'forget-export', 'tell-notice'], until, dated: false })
    },
  }
} // prettier-ignore
export type Reports = Awaited<ReturnType<typeof openReports>>

/** Two payments that match, of which one was charged too much, one that is in no settlement, and a line that nobody here knows. */
const matched = [
  { key: 'payment:1', side: 'a', group: 'g1', merchant_ref: 'm1' },
  { key: 'line:1', side: 'b', group: 'g1', merchant_ref: 'm1', fee: '0.5', expected_fee: '0.5' },
  { key: 'payment:2', side: 'a', group: 'g2', merchant_ref: 'm2', status: 'fee_mismatch', mismatches: ['fee'] },
  { key: 'line:2', side: 'b', group: 'g2', merchant_ref: 'm2', status: 'fee_mismatch', mismatches: ['fee'], fee: '0.7', expected_fee: '0.5' },
  { key: 'payment:3', side: 'a', merchant_ref: 'm3', status: 'missing_in_settlement', day: '2026-10-02' },
  { key: 'line:4', side: 'b', merchant_ref: 'm4', status: 'missing_in_transactions', is_lead: true, currency: 'USD' },
] satisfies Told[] // prettier-ignore

/** Reports of these records. */
export async function openReported() {
  const reports = await openReports()
  const runId = await reports.keep({}, matched)
  return {
    ...reports,
    runId,
    /** The rows of a report that is made now. */
    async report(asked: { kind: ReconReportKind } & Record<string, unknown>): Promise<Record<string, string>[]> {
      const { report_id } = await reports.created({ format: 'csv', language: undefined, ...asked })
      await reports.run()
      const file = await reports.file(report_id)
      if (file.status !== 200) throw new Error(file.text)
      return rowsOfCsv(file.text)
    },
  }
}
export type Reported = Awaited<ReturnType<typeof openReported>>
/** The sides and references of rows. */
export const refsOf = (rows: Record<string, string>[]): string[] =>
  rows.map((row) => `${row['side']} ${row['merchant_order_ref']}`).toSorted()

/** The rows of a csv file by the names of its columns. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [names[place] ?? '', cell])))
} // prettier-ignore
