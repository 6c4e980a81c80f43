import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconChange } from '#contract/recon-runs.ts'
import { openRunning, type Running } from './fixtures.ts'

let app: Running
beforeAll(async () => {
  app = await openRunning()
  await app.load([{ ref: 'R1' }, { ref: 'R2', gross: '20.00' }], 'first.csv')
})
afterAll(() => app.close())

describe('two runs', () => {
  const compare = async (one: string, other: string) => {
    const answer = await app.ask('POST', `/api/recon/runs/${one}/compare`, { filters: { other_run_id: other } })
    if (answer.status !== 200) throw new Error(answer.text)
    const changes = answer.body.content as unknown as ReconChange[]
    return changes
      .map(
        ({ provider_ref, causes, before, after }) =>
          `${provider_ref} ${causes.join()} ${before?.gross} ${after?.gross}`,
      )
      .toSorted()
  }

  it('say of each record why they differ: it came, it went, it was restated', async () => {
    const first = await app.run()
    const withNew = await app.load([{ ref: 'NEW', gross: '5.00' }], 'new.csv')
    await app.load([{ ref: 'R2', gross: '21.00' }], 'restated.csv')
    const second = await app.run()
    expect(await compare(first.run_id, second.run_id)).toEqual([
      'NEW new_record undefined 5',
      'R2 restated 20 undefined',
      'R2 restated undefined 21',
    ])
    await app.recon.act(withNew.recon_id, 'withdraw')
    await app.recon.work()
    const third = await app.run()
    expect(await compare(third.run_id, second.run_id)).toEqual(['NEW record_gone 5 undefined'])
    // What came and went in between is no difference.
    expect(await compare(first.run_id, third.run_id)).toEqual(['R2 restated 20 undefined', 'R2 restated undefined 21'])
    expect(await compare(first.run_id, first.run_id)).toEqual([])
    expect(await app.read(withNew.recon_id)).toMatchObject({ run_id: second.run_id })
  })
})
