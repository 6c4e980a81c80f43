import type { WireOutput } from '#contract/kit/call.ts'
import type { listReconReports } from '#contract/recon-reports.ts'
import { openDashboard } from '#server/recon-records/dashboard-fixtures.ts'
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

/** The rows of a csv file by the names of its columns. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [names[place] ?? '', cell])))
} // prettier-ignore
