import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunning, type Running } from './fixtures.ts'

let app: Running
beforeAll(async () => {
  app = await openRunning()
  await app.load([{ ref: 'A1' }, { ref: 'A2', gross: '20.00' }], 'first.csv')
  await app.run()
})
afterAll(() => app.close())

const answerOf = () =>
  app.sql<{ key: string; from_run: number; until_run: number }>(
    `select key, from_run, until_run from recon_outcomes where merchant_id = $1 order by key, from_run`,
  )

describe('a run', () => {
  it('is cancelled while it waits, and nothing else becomes of it', async () => {
    const { run_id } = await app.start()
    const cancel = () => app.ask('POST', `/api/recon/runs/${run_id}/cancel`, {})
    expect(app.dataOf(await cancel())).toMatchObject({ status: 'cancelled' })
    expect((await cancel()).status).toBe(409)
    await app.workOut()
    expect(await app.read(run_id)).toMatchObject({ status: 'cancelled', is_answer: false })
  })

  it('is cancelled within a second while it is worked at, and the answer before it stands', async () => {
    await app.load([{ ref: 'B1' }], 'second.csv')
    const [before, { run_id }] = [await answerOf(), await app.start()]
    let endedAt = 0
    let cancelledAt = 0
    await app.recon.testApp.owner.transaction(null, async (tx) => {
      await tx.query('lock table recon_files in access exclusive mode', [])
      const working = app.workOut().finally(() => (endedAt = performance.now()))
      for (let isOn = false; !isOn;) {
        const [row] = await tx.query<{ is_on: boolean }>(
          `select exists (select from pg_locks where not granted and relation = 'recon_files'::regclass) as is_on`,
          [],
        )
        isOn = row?.is_on ?? false
      }
      cancelledAt = performance.now()
      expect((await app.ask('POST', `/api/recon/runs/${run_id}/cancel`, {})).status).toBe(200)
      await working
    })
    expect(endedAt - cancelledAt).toBeLessThan(1_500)
    expect(await app.read(run_id)).toMatchObject({ status: 'cancelled' })
    expect(await answerOf()).toEqual(before)
  })

  it('that fails three times tells people and changes nothing', async () => {
    const before = await answerOf()
    await app.sql(`update recon_pairs set rules_version = 7 where merchant_id = $1`)
    const { run_id } = await app.start()
    for (const _try of [1, 2]) {
      await expect(app.workOut()).rejects.toThrow()
      expect(await app.read(run_id)).toMatchObject({ status: 'running' })
      await app.start()
    }
    const [next] = await app.runs({ status: 'queued' })
    await app.workOut()
    expect(await app.read(run_id)).toMatchObject({ status: 'failed', reason: 'could_not_work_out', is_answer: false })
    expect(await answerOf()).toEqual(before)
    expect(await app.notices()).toContain('recon_run_failed')
    await app.ask('POST', `/api/recon/runs/${next?.run_id}/cancel`, {})
    await app.sql(`update recon_pairs set rules_version = 0 where merchant_id = $1`)
  })
})
