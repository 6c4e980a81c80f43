import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

const many = 4_000
const equal = Array.from({ length: many }, () => ({ ref: 'q' }))
const others = Array.from({ length: many }, (_, at) => ({ ref: `r${at}` }))

it('compares and withdraws thousands of lines, equal or not, within the time of one statement', async () => {
  const first = await recon.loadHere(equal)
  const second = await recon.loadHere([...equal, { ref: 's' }])
  const third = await recon.loadHere(others)
  expect(second).toMatchObject({ loaded: 1, repeated: many })
  for (const { recon_id } of [first, third]) await recon.act(recon_id, 'withdraw')
  await recon.work()
  expect(await recon.read(second.recon_id)).toMatchObject({ loaded: many + 1, repeated: 0 })
  expect((await recon.counting()).length).toBe(many + 1)
})
