import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { ownFindings } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { lateMoneyOfSubscriptionsKept, movedClock, readBeforeTheLock, retryByItsRow } from './planted.ts'
import { planted } from './planted-test.ts'
import { isAtRest } from './subscription-calls.ts'
import { checkSubscriptions, type Finding, type Rule } from './subscription-checker.ts'
import { keepCommitTimes, subscribedAfterCancel } from './subscription-evidence.ts'
import { races, type Race } from './subscription-races.ts'

/**
 * Whoever comes first of a cancel, or a pause, and a charge: by the moments of commits and the provider's file nothing is claimed after it,
 * what was on its way was claimed and looked at before it, and none of that money is kept.
 */
const times = countOf(1_700, 12)
const file = import.meta.filename
const timeout = countOf(2 * 60 * 60_000, 120_000)
let deployment: Deployment
let load: Load
/** All subscriptions that were set up here. */
const all: string[] = []

beforeAll(async () => {
  deployment = await startDeployment()
  await keepCommitTimes(deployment)
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: countOf(8, 4) }) }
  await work([])
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(`${times} races of each kind: nothing is claimed after a cancel, and no money is kept`, { timeout }, async () => {
  const outcomes: Record<string, Record<string, number>> = {}
  await Promise.all(
    Object.entries(races).map(async ([name, race]) => {
      outcomes[name] = await manyTimes(race, times)
    }),
  )
  expect(await findingsAtRest(), deployment.log.slice(-20).join('\n')).toEqual([])
  expect(await subscribedAfterCancel(deployment)).toEqual([])
  expect(await ownFindings(deployment)).toEqual([])
  expect(load.journal.misconduct).toEqual([])
  report(JSON.stringify(outcomes, null, 2))
})

const early = { file, patches: [...movedClock, ...readBeforeTheLock], timeout }
// Of a cancel the mandate that it has revoked, and a constraint, refuse the same.
planted('a state that is read before the lock is found', early, () =>
  expectFound(readBeforeTheLock, races['pause and charge'], 'nothing is claimed after a cancel or a pause'),
)
const ownRow = { file, patches: [...movedClock, ...retryByItsRow], timeout }
planted('a retry that asks only for its own row is found', ownRow, () =>
  expectFound(retryByItsRow, races['pause and retry'], 'nothing is claimed after a cancel or a pause'),
)
const kept = { file, patches: [...movedClock, ...lateMoneyOfSubscriptionsKept], timeout }
planted('money that is kept after a cancel is found', kept, () =>
  expectFound(
    lateMoneyOfSubscriptionsKept,
    races['cancel and charge'],
    'what the provider was asked for after a cancel or a pause was looked at before it, less than 15 s ago, and is back',
    'money that came too late is back in full',
  ),
)

/** Races again and again until the planted fault has left its trace in one of the rules. */
async function expectFound(patches: readonly Patch[], race: Race, ...rules: readonly Rule[]): Promise<void> {
  await work(patches)
  const found = new Set<Rule>()
  for (let round = 1; round <= 12 && !rules.some((rule) => found.has(rule)); round++) {
    await manyTimes(race, 24)
    for (const { rule } of await findingsAtRest(5_000)) found.add(rule)
  }
  expect([...found].filter((rule) => rules.includes(rule))).not.toEqual([])
}

/** Races so often, sixteen at a time; how often each outcome came. */
async function manyTimes(race: Race, count: number): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const merchant = merchantOf(load, 'acme')
  // A hundred are set up at once, so that the workers are not far behind when they are raced for.
  for (let left = count; left > 0; left -= 100) {
    const waiting = await race.ready(load, merchant, Math.min(left, 100))
    const racing = async () => {
      for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
        all.push(ref)
        const { outcome, made } = await race.run({ load, merchant, ref })
        all.push(...made)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 16 }, racing))
  }
  return outcomes
}

/** What is wrong when no charge, mandate or job is under way any more. */
async function findingsAtRest(patienceMs = 60_000): Promise<Finding[]> {
  await becomes(() => isAtRest(deployment), patienceMs)
  return checkSubscriptions(deployment, all, { clocksOffMs: Number.POSITIVE_INFINITY })
}

/** Has all parts run from this source, the workers looking for what is due all the time. */
async function work(patches: readonly Patch[]): Promise<void> {
  const source = await deployment.plant([...movedClock, ...patches])
  const clock = join(deployment.dataDir, 'clock')
  await writeFile(clock, '0')
  await Promise.all(
    [...deployment.apis, deployment.worker, deployment.secondWorker].map(async (part) => {
      await part.kill()
      part.change({ source, env: { CLOCK_FILE: clock } })
      await part.start()
    }),
  )
}
