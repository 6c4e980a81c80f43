import { afterAll, beforeAll, expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { reopen } from './close.ts'
import { closing, line, paidOut, twoBatches } from './closing-fixtures.ts'
import { openSettling, openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closed settlement is reopened to the books of before, worked out anew, and closed again to the same books', async () => {
  const pair = await twoBatches(app)
  const before = await pair.books()
  const first = await closing(pair, 'B2')
  const closed = await pair.books()
  expect(closed).toMatchObject({ 'bank:SIMULATOR': 4_950, recon_suspense: 50 })
  await pair.transaction((ctx) => reopen(ctx, first.settlement_id))
  expect(await pair.books()).toEqual(before)
  expect(await pair.findings()).toEqual([])
  await pair.run()
  expect((await pair.settlements()).every(({ state }) => state === 'proven')).toBe(true)
  await closing(pair, 'B2')
  expect(await pair.books()).toEqual(closed)
  expect(await pair.findings()).toEqual([])
})

it('a match that reaches into two batches waits in suspense, and is settled by the batch that is closed last', async () => {
  const pair = await openSettling(app)
  await pair.book([{ ref: '1', amount: 10_000 }])
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '60.00', net: '60.00' }),
      paidOut('B1', '-60.00'),
      line('B2', { ref: '1', gross: '40.00', net: '40.00' }),
      paidOut('B2', '-40.00'),
    ),
  )
  await pair.run()
  const first = await closing(pair, 'B1')
  expect(await pair.books()).toMatchObject({
    'bank:SIMULATOR': 6_000,
    recon_suspense: -6_000,
    'psp_receivable:SIMULATOR': 10_000,
  })
  expect(await pair.findings()).toEqual([])
  expect((await pair.run()).changed).toBe(0)
  const second = await closing(pair, 'B2')
  expect(await pair.books()).toEqual({ 'bank:SIMULATOR': 10_000, merchant_payable: -10_000 })
  expect(await pair.findings()).toEqual([])
  await expect(pair.transaction((ctx) => reopen(ctx, first.settlement_id))).rejects.toThrow(Fault)
  await pair.transaction((ctx) => reopen(ctx, second.settlement_id))
  expect(await pair.books()).toMatchObject({ 'bank:SIMULATOR': 6_000, recon_suspense: -6_000 })
  expect(await pair.findings()).toEqual([])
})

it('what is reopened is read again, from its first day on', async () => {
  const pair = await twoBatches(app)
  const openFrom = () => pair.sql(`select open_from::text from recon_pairs where merchant_id = $1`)
  const first = await closing(pair, 'B1')
  expect(await openFrom()).toEqual([{ open_from: '2026-10-04' }])
  await pair.transaction((ctx) => reopen(ctx, first.settlement_id))
  expect(await openFrom()).toEqual([{ open_from: '2026-09-30' }])
})
