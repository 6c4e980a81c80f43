import type { ReconPair, ReconRun, ReconRunRow } from '#contract/recon-runs.ts'
import { openReconciling, type Line } from '#server/recon-files/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'

export type Running = Awaited<ReturnType<typeof openRunning>>

/** Runs of a merchant's pair through the front door, for tests; jobs run when a test says. */
export async function openRunning() {
  const recon = await openReconciling()
  await recon.saveMapping()
  const { ask, dataOf, testApp, merchant } = recon
  const sql = <R extends object>(text: string, ...values: unknown[]) =>
    testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
  const start = async (msmId = 1) => dataOf<ReconRun>(await ask('POST', '/api/recon/runs', { msm_id: msmId }))
  const read = async (id: string) => dataOf<ReconRun>(await ask('GET', `/merchants/recon/v3/list/${id}`))
  const work = (options: { until?: Date; dated?: boolean } = {}) =>
    runJobs(testApp, { names: ['run-reconciliation', 'dry-run-recon-rules', ...moments], ...options })
  return {
    recon,
    ask,
    dataOf,
    sql,
    start,
    read,
    work,
    /** Only what begins runs at their moments, or only what works them out. */
    begin: (until: Date) => runJobs(testApp, { names: moments, dated: true, until }),
    workOut: () => runJobs(testApp, { names: ['run-reconciliation'] }),
    /** A run from its start to its end. */
    async run(): Promise<ReconRun> {
      const { run_id } = await start()
      await runJobs(testApp, { names: ['run-reconciliation'] })
      return read(run_id)
    },
    load: (lines: readonly Line[], name: string) => recon.loadHere(lines, name),
    /** A transaction of the merchant's own of which another party has told; the amount is in minor units. */
    tellOf: (order: string, providerRef: string, amount: number) =>
      sql(
        `insert into third_party_transactions (merchant_id, environment, transaction_key, upload_id, row_no, source, occurred_at, status, currency,
           amount_minor, merchant_order_ref, channel_order_ref, method, channel, payer, email, description)
         values ($1, 'sandbox', $2, gen_random_uuid(), 1, 'SIMULATOR', '2026-10-01T09:00:00Z', 'Success', 'SGD', $4, $2, $3, 'CARD', 'SIMULATOR', '', '', '')`,
        order,
        providerRef,
        amount,
      ),
    pairs: async () => dataOf<ReconPair[]>(await ask('GET', '/api/recon/pairs')),
    async runs(filters: object = {}): Promise<ReconRunRow[]> {
      const answer = await ask('POST', '/merchants/recon/v3/list', { filters })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.content as unknown as ReconRunRow[]
    },
    notices: async (): Promise<string[]> =>
      (await sql<{ kind: string }>(`select kind from notices where merchant_id = $1 and kind like 'recon_r%' order by 1`)).map(
        ({ kind }) => kind,
      ),
    close: () => recon.close(),
  }
} // prettier-ignore
const moments = ['begin-wanted-recon-run', 'run-reconciliation-daily', 'check-reconciliation-results']
