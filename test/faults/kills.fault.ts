import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rule } from './checker.ts'
import { signIn, type Load } from './client.ts'
import { anyOf } from './intents.ts'
import { countOf, full, report } from './counts.ts'
import { apiCrashes, blindRetry, noIdempotency, workerCrashes } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { acknowledged, newJournal } from './journal.ts'
import { sourceRoot } from './patched-source.ts'
import type { Program } from './program.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { plain, startLoad, usual, type Card } from './shoppers.ts'

/** R1, R2, R3 and R13: SIGKILL for each part in turn while shoppers pay. */
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 120_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

/** A 500 is only found out about 5 s later, which short runs do not wait for. */
const everyday = full ? usual : plain
const rounds = countOf(10, 1)
const crashes = countOf(5, 1)

test(`kill -9 of the worker, an API and PostgreSQL under payments, ${rounds} rounds of each`, { timeout }, async () => {
  const takenOver: number[] = []
  const backAgain: number[] = []
  await underLoad(async () => {
    for (let round = 1; round <= rounds; round++) {
      const [ms] = await Promise.all([killWorker(), killApi()])
      takenOver.push(ms)
      backAgain.push(await killDatabase())
    }
  })
  report(`questions in doubt: ${spread(load.journal.doubtMs)} ms until certain`)
  report(`the jobs of a killed worker run again after ${spread(takenOver)} ms`)
  report(`a write is acknowledged after PostgreSQL is back: ${spread(backAgain)} ms`)
  report(JSON.stringify(load.journal.answers))
  await expectNothing()
})

/** Milliseconds from its death until what it was doing is taken up again. */
async function killWorker(): Promise<number> {
  await atSomeMoment()
  const active = await activeJobs()
  const since = performance.now()
  await deployment.worker.kill()
  await deployment.worker.start()
  expect(await becomes(() => isTakenOver(active), 30_000), 'its jobs run again').toBe(true)
  const ms = Math.round(performance.now() - since)
  expect(await becomes(isWorking, 30_000), 'it works again').toBe(true)
  return ms
}

async function killApi(): Promise<void> {
  await atSomeMoment()
  const api = anyOf(deployment.apis)
  await api.kill()
  await api.start()
  await goesOn()
}

/** Nothing else is restarted. Milliseconds from its first connection until a write is acknowledged. */
async function killDatabase(): Promise<number> {
  await atSomeMoment()
  await deployment.killPostgres()
  const since = performance.now()
  await goesOn(1)
  expect([...deployment.apis, deployment.worker].map((part) => part.running())).toEqual([true, true, true])
  return Math.round(performance.now() - since)
}

// Each moment apart, in full runs only; the planted faults below are found by two of them in short runs too.
const apiDeaths = full ? (['before-commit', 'after-commit', 'after-create'] as const) : []
test.for(apiDeaths)(`an API that dies each time ${'%s'}, ${crashes} times`, { timeout }, async (point) => {
  const source = await deployment.plant(Object.values(apiCrashes))
  await diesAt(deployment.apis[0], { source, point, every: point === 'after-create' ? 3 : 23, times: crashes })
  await expectNothing()
})

const workerDeaths = full ? (['after-claim', 'after-act', 'after-settle'] as const) : []
test.for(workerDeaths)(`a worker that dies each time ${'%s'}, ${crashes} times`, { timeout }, async (point) => {
  const source = await deployment.plant(Object.values(workerCrashes))
  await diesAt(deployment.worker, { source, point, every: 7, times: crashes })
  await expectNothing()
})

const forgetful = [apiCrashes['after-create'], workerCrashes['after-act'], noIdempotency, ...blindRetry]
planted(
  'keys forgotten and blind retries are found when the processes die',
  { file, patches: forgetful, timeout },
  async () => {
    // A call-back would repair what the retry breaks.
    deployment.relay.lose(() => true)
    const source = await deployment.plant(forgetful)
    await restart(deployment.apis[1], { source })
    await Promise.all([
      diesAt(deployment.apis[0], {
        source,
        point: 'after-create',
        every: 2,
        times: 2,
        mix: ['success'],
        after: source,
      }),
      diesAt(deployment.worker, { source, point: 'after-act', every: 3, times: 1, mix: ['success'], after: source }),
    ])
    const { findings } = await findingsWhenQuiet(deployment, load.journal)
    const rules = findings.map(({ rule }) => rule)
    expect(rules).toContain('one intent has one effect, a refused one none')
    expect(rules).toContain('what the provider took is a success here, and nothing else is')
  },
)

const ofCommits = ['server/kit/postgres/postgres.ts', 'server/kit/db/db.ts']
planted(
  'commits that do not wait for the disk are found when PostgreSQL dies',
  { file, sources: ofCommits, timeout },
  async () => {
    await deployment.sql('alter database countinghouse set synchronous_commit = off')
    await deployment.sql(`alter system set wal_writer_delay = '10s'`)
    await deployment.sql(`alter system set wal_writer_flush_after = '1GB'`)
    await deployment.killPostgres()
    const rules = new Set<Rule>()
    for (let times = 1; times <= 5 && !rules.has('nothing acknowledged is lost'); times++) {
      await underLoad(async () => {
        await goesOn(20)
        await deployment.killPostgres()
      })
      const { findings } = await findingsWhenQuiet(deployment, load.journal, { patienceMs: 2_000 })
      for (const { rule } of findings) rules.add(rule)
    }
    expect(rules).toContain('nothing acknowledged is lost')
  },
)

/** Shoppers come and pay while `work` does its damage. */
async function underLoad(work: () => Promise<void>, mix = everyday): Promise<void> {
  const shoppers = startLoad(load, { mix })
  try {
    await work()
  } finally {
    await shoppers.stop()
  }
}

interface Dying {
  source: string
  /** A crash point of the source, and at which of its passes it dies. */
  point: string
  every: number
  times: number
  mix?: readonly Card[]
  /** The source that it runs from afterwards. */
  after?: string
}
/** Runs the part from a source with crash points until it has died there as often as wanted. */
async function diesAt(part: Program, { source, point, every, times, mix, after = sourceRoot }: Dying): Promise<void> {
  const before = part.crashes.length
  await restart(part, { source, env: { CRASH_AT: point, CRASH_EVERY: String(every) } })
  part.keepRunning()
  await underLoad(async () => {
    const died = () => part.crashes.length - before >= times
    expect(await becomes(died, timeout / 2), `it dies at ${point}`).toBe(true)
  }, mix)
  await restart(part, { source: after, env: { CRASH_AT: '' } })
}

async function restart(part: Program, settings: Parameters<Program['change']>[0]): Promise<void> {
  await part.kill()
  part.change(settings)
  await part.start()
}

/** Something new is acknowledged. */
async function goesOn(more = 3): Promise<void> {
  const done = () => load.journal.intents.filter(acknowledged).length
  const before = done()
  expect(await becomes(() => done() >= before + more, 30_000), 'it goes on').toBe(true)
}

async function activeJobs(): Promise<string[]> {
  let active: string[] = []
  await becomes(async () => {
    const rows = await deployment.sql<{ id: string }>(
      `select id from pgboss.job where name = 'settle-payment' and state = 'active'`,
    )
    active = rows.map(({ id }) => id)
    return active.length > 0
  }, 10_000)
  return active
}

/** A job has begun within the last second. */
async function isWorking(): Promise<boolean> {
  const rows = await deployment.sql(`select from pgboss.job where started_on > now() - interval '1 second' limit 1`)
  return rows.length > 0
}

async function isTakenOver(ids: string[]): Promise<boolean> {
  const [row] = await deployment.sql<{ open: bigint }>(
    `select count(*)::int as open from pgboss.job
     where id = any ($1) and state <> 'completed' and (retry_count = 0 or state = 'retry')`,
    [ids],
  )
  return Number(row?.open ?? 0) === 0
}

async function expectNothing(): Promise<void> {
  const { findings, settledAfterMs } = await findingsWhenQuiet(deployment, load.journal)
  report(
    `${load.journal.intents.length} intents; quiet after ${settledAfterMs} ms; slowest answer ${load.journal.slowestMs} ms`,
  )
  expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
}

const atSomeMoment = () => delay(300 + Math.random() * 1_500)
const spread = (all: number[]) => {
  const sorted = all.toSorted((a, b) => a - b)
  return `median ${sorted[sorted.length >> 1]}, worst ${sorted.at(-1)} of ${sorted.length}`
}
