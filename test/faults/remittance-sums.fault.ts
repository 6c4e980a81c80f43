import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as cutting from '#server/remittances/cut.ts'
import { fakeProvider } from '#server/remittances/fake-provider.ts'
import { openRemitting, type Remitting } from '#server/remittances/fixtures.ts'
import { playHistory } from '#server/remittances/histories-fixtures.ts'
import { roomyPlace, testFolder } from '#test/test-folder.ts'
import { countOf, report } from './counts.ts'
import { patchedSource } from './patched-source.ts'
import { attemptsBorneAgain, halvesAwayFromZero, partsRoundedFirst, trancheOfEachPayment } from './planted.ts'
import { planted } from './planted-test.ts'

/** Random histories of sales abroad against a model in rational numbers: each row, each sum, and the ledger in each currency. */
const histories = countOf(2_000, 12)
const timeout = countOf(60 * 60_000, 120_000)
const file = import.meta.filename
const models = ['model', 'histories-fixtures', 'history-checks-fixtures'].map((name) => `server/remittances/${name}.ts`)

const { fake, provider } = fakeProvider()
let first: Remitting
let folder: string
beforeAll(async () => {
  folder = await testFolder(await roomyPlace())
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
}, 60_000)
afterAll(async () => {
  await first.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

test(`${histories} random histories are what the model says`, { timeout }, async () => {
  const began = performance.now()
  for (let seed = 1; seed <= histories; seed++) {
    expect(await playHistory(first, fake, seed), `history ${seed}`).toEqual([])
    // The statistics by which statements are planned come with time, which the rows of a test do not have.
    if (seed % 20 === 0) await first.testApp.owner.transaction(null, (tx) => tx.query('analyze', []))
    if (seed % 100 === 0) report(`${seed} histories, ${Math.round((performance.now() - began) / 1_000)} s`)
  }
})

for (const [name, patches] of Object.entries({
  'parts that are rounded and then added': partsRoundedFirst,
  'halves away from zero': halvesAwayFromZero,
  'a tranche of each payment': trancheOfEachPayment,
  'attempts that are borne again': attemptsBorneAgain,
}))
  planted(`${name}: found`, { file, patches, sources: models, timeout }, async () => {
    // The database would refuse two tranches of a day, and two payers of an attempt; the histories are to find them.
    await first.testApp.owner.transaction(null, (tx) => tx.query('drop index if exists reserve_tranches_of_day', []))
    const source = await patchedSource(folder, patches)
    const { cut } = (await import(pathToFileURL(join(source, 'server/remittances/cut.ts')).href)) as typeof cutting
    expect(await firstDifference(cut)).not.toEqual([])
  })

/** What the first history differs in that does. */
async function firstDifference(cut: typeof cutting.cut): Promise<string[]> {
  for (let seed = 1; seed <= 60; seed++) {
    const found = await playHistory(first, fake, seed, cut)
    if (found.length > 0) {
      report(`seed ${seed}: ${found[0]}`)
      return found
    }
  }
  return []
}
