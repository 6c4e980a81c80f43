import { afterAll, beforeAll, expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { close } from './close.ts'
import { closing, twoBatches } from './closing-fixtures.ts'
import { writeOffClosed } from './decide.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closed settlement is frozen: later runs say the same of it and change nothing, and nothing before its days is read again', async () => {
  const pair = await twoBatches(app)
  await closing(pair, 'B1')
  const before = await pair.outcomes()
  const books = await pair.books()
  const { changed } = await pair.run()
  expect(changed).toBe(0)
  expect(await pair.outcomes()).toEqual(before)
  expect(await pair.books()).toEqual(books)
  expect(await pair.sql(`select open_from::text from recon_pairs where merchant_id = $1`)).toEqual([
    { open_from: '2026-10-04' },
  ])
  expect(await pair.findings()).toEqual([])
})

it('a closed settlement lets a decision take a difference out of suspense once', async () => {
  const pair = await twoBatches(app)
  await closing(pair, 'B2')
  const decide = () => pair.transaction((ctx) => writeOffClosed(ctx, 'd1', ['payment:2']))
  expect([await decide(), await decide()]).toEqual([1, 0])
  expect(await pair.books()).toMatchObject({ recon_write_off: 50 })
  expect(await pair.books()).not.toHaveProperty('recon_suspense')
  expect(await pair.findings()).toEqual([])
})

it('a closed settlement is not closed on other numbers than were shown, and not twice', async () => {
  const pair = await twoBatches(app)
  const [first] = await pair.settlements()
  const asked = (version: number) =>
    pair.transaction((ctx) => close(ctx, first?.settlement_id ?? '', { version, by: '', isByTwo: false }))
  await expect(asked(99)).rejects.toThrow(Fault)
  const both = await Promise.allSettled([asked(1), asked(1)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await pair.findings()).toEqual([])
})
