import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { endlessQueries } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { acknowledged, newJournal } from './journal.ts'
import { freezePostgres } from './postmaster.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { plain, startLoad } from './shoppers.ts'

/** E1, E2: the database cut off, swallowed, frozen and restarted while shoppers pay. */
const file = import.meta.filename
const timeout = countOf(30 * 60_000, 120_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

/** Longer than anybody waits for an answer. */
const awayMs = countOf(10_000, 5_500)
const troubles: Record<string, { times: number; happens(): Promise<void> }> = {
  'all connections reset': { times: countOf(10, 1), happens: async () => deployment.wire.cut() },
  'nothing arrives any more': {
    times: countOf(5, 1),
    async happens() {
      deployment.wire.swallow(true)
      await delay(awayMs)
      deployment.wire.swallow(false)
    },
  },
  'all its processes frozen': {
    times: countOf(5, 1),
    async happens() {
      const thaw = await freezePostgres(deployment.dataDir)
      await delay(awayMs)
      thaw()
    },
  },
  // Short runs of the kills have one.
  'killed and started again': { times: countOf(8, 0), happens: () => deployment.killPostgres() },
}

test.for(Object.entries(troubles).filter(([, { times }]) => times > 0))(
  'the database with %s: every request is answered within 5 s, all is well within 10 s after, nothing is lost',
  { timeout },
  async ([name, { times, happens }]) => {
    const backAfter: number[] = []
    const shoppers = startLoad(load, { mix: plain })
    try {
      for (let time = 1; time <= times; time++) {
        await goesOn(30_000)
        await happens()
        backAfter.push(await isWell())
      }
    } finally {
      await shoppers.stop()
    }
    const { findings } = await findingsWhenQuiet(deployment, load.journal)
    const { answers, slowestMs } = load.journal
    const worst = Math.max(...backAfter)
    report(`${name}, ${times} times: going on after at most ${worst} ms; slowest answer ${slowestMs} ms`)
    report(JSON.stringify(answers))
    expect(answers['no answer'] ?? 0).toBe(0)
    expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
    expect([...deployment.apis, deployment.worker].every((part) => part.running())).toBe(true)
  },
)

planted('queries that wait for ever are found', { file, patches: endlessQueries, timeout }, async () => {
  const source = await deployment.plant(endlessQueries)
  for (const api of deployment.apis) {
    await api.kill()
    api.change({ source })
    await api.start()
  }
  const shoppers = startLoad(load, { mix: plain })
  await goesOn(30_000)
  const thaw = await freezePostgres(deployment.dataDir)
  await delay(7_000)
  thaw()
  await goesOn(30_000)
  await shoppers.stop()
  expect(load.journal.misconduct.join('\n')).toMatch(/answered \d+ after \d+ ms/)
})

/** Milliseconds until every waiting client has an answer, and a new request is acknowledged. */
async function isWell(): Promise<number> {
  const since = performance.now()
  const waiting = load.journal.intents.filter(({ answer }) => answer === null)
  const served = () => waiting.every(({ answer }) => answer !== null)
  expect(await becomes(served, 10_000), 'all who waited are served within 10 s').toBe(true)
  await goesOn(10_000 - (performance.now() - since))
  return Math.round(performance.now() - since)
}

/** Milliseconds until something new is acknowledged. */
async function goesOn(patienceMs: number): Promise<number> {
  const done = () => load.journal.intents.filter(acknowledged).length
  const [before, since] = [done(), performance.now()]
  expect(await becomes(() => done() >= before + 3, patienceMs), `it goes on within ${patienceMs} ms`).toBe(true)
  return Math.round(performance.now() - since)
}
