import { afterAll, beforeAll, expect, it } from 'vitest'
import { full } from '#test/faults/counts.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { playHistory } from './histories-fixtures.ts'

/** More of them, and faults planted: `test/faults/remittance-sums.fault.ts`. */
const histories = full ? 100 : 3
/** In it a worker cuts two periods at one moment, and a later settlement draws on what both held. */
const caughtUp = 904
const timeout = full ? 60 * 60_000 : 60_000

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

it(`${histories} random histories are what a model in rational numbers says`, { timeout }, async () => {
  for (let seed = 1; seed <= histories; seed++) {
    expect(await playHistory(first, fake, seed), `history ${seed}`).toEqual([])
  }
})

it('cuts that a worker catches up with draw on the reserve as they would have in time', async () => {
  expect(await playHistory(first, fake, caughtUp)).toEqual([])
})
