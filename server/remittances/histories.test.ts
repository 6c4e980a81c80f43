import { afterAll, beforeAll, expect, it } from 'vitest'
import { full, report } from '#test/faults/counts.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { playHistory } from './histories.ts'

/** The long form: `FAULTS=full vitest run server/remittances/histories.test.ts`. */
const histories = full ? 2_000 : 30
const timeout = full ? 60 * 60_000 : 60_000

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

it(`${histories} random histories are what a model in rational numbers says`, { timeout }, async () => {
  const began = performance.now()
  for (let seed = 1; seed <= histories; seed++) {
    expect(await playHistory(first, fake, seed), `history ${seed}`).toEqual([])
    if (seed % 100 === 0) report(`${seed} histories, ${Math.round((performance.now() - began) / 1_000)} s`)
  }
})
