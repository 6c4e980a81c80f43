import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { keptSignedIn, ownFindings, saveSettings, type SignedIn } from './invoice-calls.ts'
import { checkRaced, type RacedInvoice } from './invoice-checker.ts'
import { races, runnerOf, type Race } from './invoice-races.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import { voidWithoutLock } from './planted.ts'
import { planted } from './planted-test.ts'

/** What meets at one invoice: one outcome holds, and what was told, sums, state, the ledger and the provider agree with it. */
const times = countOf(2_000, 8)
/** One who wants a credit note with each refund, and one who writes them by hand. */
const slugs = ['acme', 'borneo'] as const
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 90_000)
let deployment: Deployment
let signedIn: SignedIn

beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: countOf(8, 2) })
  const load = await signedIn()
  await saveSettings(load, merchantOf(load, 'acme'), { credit_refunds: true })
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test.each(Object.entries(races))(`%s, ${times} times: one outcome, and all agree`, { timeout }, async (name, race) => {
  const { found, outcomes } = await manyTimes(name, race, times)
  expect(found, deployment.log.slice(-20).join('\n')).toEqual([])
  expect((await signedIn()).journal.misconduct).toEqual([])
  report(`${name}: ${JSON.stringify(outcomes, null, 2)}`)
})

const hasty = { file, patches: [voidWithoutLock], timeout }
planted('a void that does not lock its invoice is found', hasty, async () => {
  const source = await deployment.plant(hasty.patches)
  for (const api of deployment.apis) {
    await api.kill()
    api.change({ source })
    await api.start()
  }
  const { found } = await manyTimes('void and pay', races['void and pay'], 20)
  expect(found).toContainEqual(expect.stringMatching(/both had their way|is voided and was paid/))
})

/** Sixteen at a time; how often each outcome came, and all that is wrong when nothing is under way any more. */
async function manyTimes(name: string, race: Race, count: number) {
  const outcomes: Record<string, number> = {}
  const raced: RacedInvoice[] = []
  const found: string[] = []
  let begun = 0
  const racing = async () => {
    while (begun < count) {
      begun += 1
      const load = await signedIn()
      const ended = await race(runnerOf(load, merchantOf(load, anyOf(slugs))))
      outcomes[ended.outcome] = (outcomes[ended.outcome] ?? 0) + 1
      raced.push(...ended.invoices.map((one) => ({ ...one, race: name })))
      found.push(...ended.faults)
    }
  }
  await Promise.all(Array.from({ length: 16 }, racing))
  await becomes(isSettled, 60_000)
  found.push(...(await checkRaced(deployment, raced)), ...(await ownFindings(deployment)))
  return { found, outcomes }
}

const isSettled = async () =>
  (
    await deployment.sql(`select from payments where status in ('Initiated', 'Pending', 'Authorized')
      union all select from refunds where status = 'PENDING' limit 1`)
  ).length === 0
