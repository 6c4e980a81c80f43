import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { anyStory, InvoiceBooks } from './invoice-books.ts'
import { keptSignedIn, ownFindings, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { chainedPercentages, halfEven, netByFloat, taxPerLine } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Random invoices through the calls: drawn up, issued, credited by lines and paid. The answers, the list, the sheets, the receivables
 * and the ledger have the numbers of the model with fractions.
 */
const seed = Number(process.env['FAULT_SEED'] ?? 16)
const count = countOf(20_000, 60)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 90_000)
let deployment: Deployment
let signedIn: SignedIn

beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: countOf(8, 2) })
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(`${count} random invoices: every number is the model's, to the unit`, { timeout }, async () => {
  const books = await live(count)
  await books.compareAll()
  const found = [...books.found, ...(await ownFindings(deployment))]
  expect(found.slice(0, 20), `FAULT_SEED=${seed}`).toEqual([])
  expect((await signedIn()).journal.misconduct).toEqual([])
  report(`invoices: ${JSON.stringify(books.counts)}`)
})

for (const [name, patches] of Object.entries({
  'tax that is rounded for each line': taxPerLine,
  'a percentage of what a percentage made': chainedPercentages,
  'a half that is rounded to even': halfEven,
  'a net by a float': netByFloat,
})) {
  planted(`${name} is found`, { file, patches, timeout }, async () => {
    await plant(patches)
    expect((await live(300)).found.length).toBeGreaterThan(0)
  })
}

/** Sixteen at a time, the same ones for one seed. */
async function live(invoices: number): Promise<InvoiceBooks> {
  const books = new InvoiceBooks(signedIn, (load) => merchantOf(load, 'borneo'))
  const stories = fc.sample(anyStory, { numRuns: invoices, seed }).values()
  const living = async () => {
    for (const story of stories) await books.live(story)
  }
  await Promise.all(Array.from({ length: 16 }, living))
  return books
}

async function plant(patches: readonly Patch[]): Promise<void> {
  const source = await deployment.plant(patches)
  await Promise.all(
    deployment.apis.map(async (api) => {
      await api.kill()
      api.change({ source })
      await api.start()
    }),
  )
}
