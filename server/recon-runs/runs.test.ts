import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunning, type Running } from './fixtures.ts'

let app: Running
beforeAll(async () => {
  app = await openRunning()
  await app.load([{ ref: 'A1' }, { ref: 'A2', gross: '20.00' }], 'first.csv')
})
afterAll(() => app.close())

const answerOf = () =>
  app.sql<{ key: string; from_run: number; until_run: number }>(
    `select key, from_run, until_run from recon_outcomes where merchant_id = $1 order by key, from_run`,
  )

describe('a run', () => {
  it('is the answer of its pair once it is done, with totals and digest', async () => {
    const queued = await app.start()
    expect(queued).toMatchObject({ msm_id: 1, run_no: 1, status: 'queued', is_answer: false, digest: '' })
    await app.workOut()
    const done = await app.read(queued.run_id)
    expect(done).toMatchObject({ status: 'done', is_answer: true, rows_done: 2, rows_all: 2, causes: [{ kind: 'hand' }] })
    expect(done.totals).toMatchObject([{ side: 'b', currency: 'SGD', status: 'missing_in_transactions', count: 2, amount: '30' }])
    expect(done.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(await app.runs({ data_source: 'SIMULATOR_SETTLEMENT' })).toMatchObject([{ run_id: queued.run_id }])
    expect(await app.runs({ data_source: 'ANOTHER' })).toEqual([])
    expect(await app.notices()).toEqual(['recon_run_exceptions'])
  })

  it('gives the same digest anew and stores nothing, while nothing has changed', async () => {
    const [before, stored] = [await app.runs(), await answerOf()]
    const again = await app.run()
    expect(again).toMatchObject({ status: 'done', changed: 0, digest: before[0]?.digest })
    expect(await answerOf()).toEqual(stored)
  })

  it('is one, however many ask for it at once; while it is worked at one more waits', async () => {
    const asked = await Promise.all([1, 2, 3, 4, 5].map(() => app.start()))
    expect(new Set(asked.map(({ run_id }) => run_id)).size).toBe(1)
    await app.sql(`update recon_runs set status = 'running', begun_at = now(), alive_at = now() where merchant_id = $1 and status = 'queued'`)
    const [one, other] = await Promise.all([app.start(), app.start()])
    expect(one.run_id).toBe(other.run_id)
    expect(one).toMatchObject({ status: 'queued', run_no: (asked[0]?.run_no ?? 0) + 1 })
    // The first worker has gone: its run is worked out from its beginning, and then the other.
    await app.sql(`update recon_runs set alive_at = now() - interval '1 minute' where merchant_id = $1 and status = 'running'`)
    await app.workOut()
    expect((await app.runs()).map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    expect(await app.read(one.run_id)).toMatchObject({ is_answer: true })
  })

  it('is not taken from a worker that is there', async () => {
    const { run_id } = await app.start()
    await app.sql(`update recon_runs set status = 'running', begun_at = now(), alive_at = now() + interval '1 minute' where merchant_id = $1 and status = 'queued'`)
    const { runReconciliation } = await import('./jobs.ts')
    const data = { merchantId: app.recon.merchant.merchantId, environment: 'sandbox' as const, msmId: 1 }
    const { runJob } = await import('#server/kit/jobs/jobs.ts')
    await runJob(runReconciliation, data, app.recon.testApp.serveParts, new AbortController().signal)
    expect(await app.read(run_id)).toMatchObject({ status: 'running' })
    await app.sql(`update recon_runs set alive_at = null where merchant_id = $1 and status = 'running'`)
    await app.workOut()
    expect(await app.read(run_id)).toMatchObject({ status: 'done' })
  })

  it('of an unknown pair is refused in the words of the peer', async () => {
    const answer = await app.ask('POST', '/api/recon/runs', { msm_id: 999 })
    expect([answer.status, answer.body['status_code'], answer.body['Message']]).toEqual([400, '4001', 'Invalid Data Source mapping'])
  })
}) // prettier-ignore
