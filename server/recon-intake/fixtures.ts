import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { jobs } from '#server/jobs.ts'
import { runJobs } from '#test/run-jobs.ts'
import { startSftpServer, type TestSftpServer } from '#test/sftp-server.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** A merchant with the simulator's channel, its own SFTP server, and a clock that tests move. */
export interface Intake {
  testApp: TestApp
  merchant: TestMerchant
  session: TestSession
  server: TestSftpServer
  /** The answer to a call about the channel's intake; its body is at `path` below it. */
  call(method: 'GET' | 'POST', path: string, body?: object, by?: TestSession): Promise<Answer>
  metadata(action: string, data: object): Promise<Answer>
  /** Saves the server's address and password, and pins its key. */
  connect(changes?: object): Promise<void>
  /** Does what a worker would within so many seconds. */
  work(seconds?: number): Promise<void>
  later(ms: number): void
  arrivals(): Promise<{ name: string; state: string; reason: string; parts: number; recon_id: string }[]>
  /** The file that an arrival became. */
  file(reconId: string): Promise<object | undefined>
  shown(): Promise<Record<string, never>>
  notices(): Promise<string[]>
  sql<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>
  /** Runs the sweep, which makes jobs that are missing. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export const channelKey = 'SIMULATOR'
const start = new Date('2026-03-02T09:00:00Z')

export async function openIntake(settings: Record<string, string> = {}): Promise<Intake> {
  const testApp = await openTestApp({ RECON_MAIL_DOMAIN: 'in.pay.example', ...settings })
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  const server = await startSftpServer()
  testApp.clock.now = start
  const sql: Intake['sql'] = (text, ...values) =>
    testApp.owner.transaction(null, (tx) => tx.query(text, [merchant.merchantId, ...values]))
  const at = `/api/recon/intake/${merchant.key}/${channelKey}`
  const call: Intake['call'] = (method, path, body, by = session) =>
    testApp.call(by, method, `${at}${path}`, body && { environment: 'sandbox', ...body })
  const metadata: Intake['metadata'] = (update_action, config_data) =>
    testApp.call(session, 'POST', `/merchants/${merchant.key}/paychannel/${channelKey}/fee-config-metadata`, {
      environment: 'sandbox',
      update_action,
      config_data,
    })
  const intake: Intake = {
    testApp,
    merchant,
    session,
    server,
    sql,
    call,
    metadata,
    async connect(changes = {}) {
      const saved = await metadata('UPDATE_SFTP_DETAILS', {
        sftp_link: `sftp://127.0.0.1:${server.port}/out`,
        sftp_username: 'recon',
        sftp_password: 'right-password',
        ...changes,
      })
      if (saved.status !== 200) throw new Error(saved.text)
      const pinned = await call('POST', '/host-key', { fingerprint: server.fingerprint() })
      if (pinned.status !== 200) throw new Error(pinned.text)
    },
    async work(seconds = 0) {
      const until = new Date((testApp.clock.now ?? start).getTime() + seconds * 1_000)
      const names = ['pull-recon-files', 'run-recon-schedule', 'check-recon-expected', 'read-recon-mail']
      await runJobs(testApp, { names, until, dated: false })
      if ((testApp.clock.now ?? start) < until) testApp.clock.now = until
    },
    later(ms) {
      testApp.clock.now = new Date((testApp.clock.now ?? start).getTime() + ms)
    },
    arrivals: () =>
      sql('select name, state, reason, parts, recon_id from recon_arrivals where merchant_id = $1 order by name, at'),
    async file(reconId) {
      const wanted = `select original_file_name, digest, way, parts, status from recon_files where merchant_id = $1 and recon_id::text = $2`
      return (await sql(wanted, reconId))[0]
    },
    async shown() {
      return (await call('GET', '')).body['data'] as never
    },
    async notices() {
      const rows = await sql<{ kind: string }>(`select kind from notices where merchant_id = $1 order by created_at`)
      return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('recon_'))
    },
    async sweep() {
      const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
      await sweepJobs({ ...testApp.serveParts, declared: jobs }, owner)
    },
    async close() {
      await server.close()
      await testApp.close()
    },
  }
  return intake
}
