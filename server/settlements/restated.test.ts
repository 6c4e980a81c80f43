import { afterAll, beforeAll, expect, it } from 'vitest'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { closing, line, twoBatches } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closed settlement says so when a file says something else of it, and stays as it was closed', async () => {
  const pair = await twoBatches(app)
  await closing(pair, 'B1')
  const { recon_id: ref } = await pair.load('b', theirs(line('B1', { ref: '9', gross: '3.00', net: '3.00' })))
  await pair.transaction((ctx) => wantRuns(ctx, { sources: ['SIDE_B'] }, { kind: 'file', ref }))
  await pair.run()
  const [first] = await pair.settlements()
  expect(first).toMatchObject({ state: 'closed', computed: '100', lines: 1 })
  expect(first?.restated_at).not.toBeNull()
  expect(
    (await pair.outcomes())
      .filter(({ is_open }) => is_open)
      .map(({ provider_ref, status }) => `${provider_ref} ${status}`),
  ).toContain('P9 missing_in_transactions')
  const told = await pair.sql<{ kind: string }>(
    `select kind from notices where merchant_id = $1 and kind = 'settlement_restated'`,
  )
  expect(told).toHaveLength(1)
})

it('a run during which a settlement was closed begins anew, and changes nothing of the closed one', async () => {
  const pair = await twoBatches(app)
  const rounds = await Promise.allSettled([pair.run({ tolerance: '1' }), closing(pair, 'B2')])
  expect(rounds.some(({ status }) => status === 'fulfilled')).toBe(true)
  await pair.run({ tolerance: '1' })
  const outcomes = await pair.outcomes()
  expect(new Set(outcomes.map(({ side, key }) => `${side} ${key}`)).size).toBe(outcomes.length)
  expect(await pair.findings()).toEqual([])
})
