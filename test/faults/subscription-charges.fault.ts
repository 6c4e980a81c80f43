import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Load } from './client.ts'
import { countOf, full, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { ownFindings } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { chargeByTheJob, keyOfEachTry, movedClock } from './planted.ts'
import { planted } from './planted-test.ts'
import { program, type Program } from './program.ts'
import { isAtRest, makePrice, setUp, timePasses, type Card } from './subscription-calls.ts'
import { checkSubscriptions, type Rule } from './subscription-checker.ts'
import { keepCommitTimes } from './subscription-evidence.ts'

/**
 * Each period is paid once, or openly unpaid, whatever call-backs, clocks and deaths do: four workers whose clocks are up to ten minutes
 * off charge what falls due, while an API, a worker and PostgreSQL are killed.
 */
const subscriptions = countOf(250, 30)
const charges = countOf(10_000, 150)
const kills = countOf(20, 2)
const clocksMs = [0, 600_000, -600_000, 240_000] as const
const file = import.meta.filename
const timeout = countOf(2 * 60 * 60_000, 120_000)
let deployment: Deployment
let load: Load
let workers: Program[]

beforeAll(async () => {
  deployment = await startDeployment()
  await keepCommitTimes(deployment)
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: countOf(8, 4) }) }
  const more = (name: string) =>
    program({ name, role: 'worker', source: '', env: deployment.settings, onLine: (line) => deployment.log.push(line) })
  workers = [deployment.worker, deployment.secondWorker, more('worker 3'), more('worker 4')]
  // A twentieth of the call-backs never comes.
  deployment.relay.lose(() => Math.random() < 0.05)
}, 120_000)
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await deployment.close()
}, 60_000)

test(
  `${charges} charges while an API, a worker and PostgreSQL are killed ${kills} times each: each is paid once or openly unpaid`,
  { timeout },
  async () => {
    await work([])
    const passed = await subscribed(subscriptions)
    const killing = killAll(kills)
    while (sumOf(passed) < charges + subscriptions || !killing.isOver()) await charge(passed, 1_500)
    await killing.end
    await becomes(() => isAtRest(deployment), countOf(900_000, 120_000))
    expect(await findings(passed), deployment.log.slice(-20).join('\n')).toEqual([])
    expect(await ownFindings(deployment)).toEqual([])
    expect(load.journal.misconduct).toEqual([])
    report(`${sumOf(passed) - subscriptions} charges; call-backs: ${JSON.stringify(deployment.relay.counts)}`)
  },
)

const again = { file, patches: [...movedClock, ...keyOfEachTry], timeout }
planted('a key that is made new for each try is found', again, () =>
  expectFound(keyOfEachTry, 'the provider has no payment that is unknown here'),
)
const believed = { file, patches: [...movedClock, ...chargeByTheJob], timeout }
planted('a job that is believed in place of the row is found', believed, () =>
  expectFound(chargeByTheJob, 'each period is there once, in order, as often as it began'),
)

/** Charges again and again until the planted fault has left its trace. */
async function expectFound(patches: readonly Patch[], rule: Rule): Promise<void> {
  await work(patches)
  const passed = await subscribed(12)
  const found = new Set<Rule>()
  for (let round = 1; round <= 8 && !found.has(rule); round++) {
    await charge(passed, 1_500)
    await becomes(() => isAtRest(deployment), 3_000)
    for (const finding of await findings(passed)) found.add(finding.rule)
  }
  expect(found).toContain(rule)
}

/** Lets four workers of this source work, each with a clock of its own. */
async function work(patches: readonly Patch[]): Promise<void> {
  const source = await deployment.plant([...movedClock, ...patches])
  await Promise.all(
    workers.map(async (worker, at) => {
      const clock = join(deployment.dataDir, `clock-${at}`)
      await writeFile(clock, String(clocksMs[at]))
      await worker.kill()
      worker.change({ source, env: { CLOCK_FILE: clock, PORT: String(deployment.relay.port) } })
      await worker.start()
    }),
  )
}

/** How many periods of each subscription have begun. */
type Passed = Map<string, number>
const sumOf = (passed: Passed): number => passed.values().reduce((sum, periods) => sum + periods, 0)

/** Subscriptions to daily prices of two merchants, with cards whose charges tell lies, and some that lack funds. */
async function subscribed(count: number): Promise<Passed> {
  const made = await Promise.all(
    ['acme', 'borneo'].map(async (slug) => {
      const merchant = merchantOf(load, slug)
      const price = await makePrice(load, merchant)
      const wanted = Array.from({ length: count / 2 }, (_, at) => cardsByShare[at % cardsByShare.length] as Card)
      return setUp(load, merchant, wanted, { price_order_ref: price })
    }),
  )
  return new Map(made.flat().map((ref) => [ref, 1]))
}
/** Of twenty: four twice and thrice, four out of order, one 500 after its effect, two that are not paid, and one without an answer, which short runs
do not wait for. */
const cardsByShare: readonly Card[] = [
  'errorAfterEffect', 'callbacksThrice', 'callbacksReversed', 'good', 'lacksFunds', 'callbacksThrice', 'callbacksReversed', 'good', 'good',
  full ? 'noAnswer' : 'good', 'callbacksThrice', 'callbacksReversed', 'good', 'lacksFunds', 'good', 'callbacksThrice', 'callbacksReversed', 'good', 'good',
  'good',
] // prettier-ignore

/** A boundary comes of each that is through with its last, and jobs that are done are delivered again, as a queue may. */
async function charge(passed: Passed, withinMs: number): Promise<void> {
  const again = `update pgboss.job set state = 'created', started_on = null, completed_on = null, start_after = now()
    where name = 'act-on-subscription' and id in
      (select id from pgboss.job where name = 'act-on-subscription' and state = 'completed' order by random() limit 50)`
  // PostgreSQL may be down at this moment.
  const moved = await timePasses(deployment, [...passed.keys()], withinMs).catch(() => [])
  for (const ref of moved) passed.set(ref, (passed.get(ref) ?? 0) + 1)
  await delay(withinMs)
  await deployment.sql(again).catch(() => [])
}

/** Kills an API, a worker and PostgreSQL so often, and starts each anew. */
function killAll(times: number): { end: Promise<void>; isOver(): boolean } {
  let over = false
  const kill = async () => {
    for (let time = 1; time <= times; time++) {
      await delay(200 + Math.random() * 1_200)
      await Promise.all([restart(anyOf(workers)), restart(anyOf(deployment.apis))])
      await delay(Math.random() * 1_000)
      await deployment.killPostgres()
    }
    over = true
  }
  return { end: kill(), isOver: () => over }
}

async function restart(part: Program): Promise<void> {
  await part.kill()
  await part.start()
}

const findings = (passed: Passed) =>
  checkSubscriptions(deployment, [...passed.keys()], { periods: passed, clocksOffMs: 600_000 })
