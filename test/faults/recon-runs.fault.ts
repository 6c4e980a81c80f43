import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { closingCrashes, packagesReadable, settlementClosedTwice } from './planted.ts'
import { planted } from './planted-test.ts'
import { lineOf, paidBatch, settlementMapping, settlementTitles } from './recon-batches.ts'
import { reconCalls, reconFindings, runEnds, runOf, until, type ReconCalls } from './recon-calls.ts'

/**
 * Runs and closings of settlements while the worker, an API or the database is killed in every stage: whenever one looks, the answer is the
 * former one or the new one, and the ledger agrees with it.
 */
const rows = countOf(3_000, 1_500)
const rounds = countOf(20, 1)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 240_000)

let deployment: Deployment
let signedIn: SignedIn
let acme: ReconCalls
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  acme = reconCalls(deployment, signedIn, 'acme')
  await acme.call('/merchants/recon/file-mapping', settlementMapping)
}, 120_000)
afterAll(() => deployment.close(), 60_000)

const victims = {
  worker: async () => {
    await deployment.worker.kill()
    await deployment.worker.start()
  },
  PostgreSQL: () => deployment.killPostgres(),
}
const stages = ['queued', 'staging', 'matching', 'judging', 'keeping'] as const
/** The short form kills each of both in some of the stages. */
const each = (['worker', 'PostgreSQL'] as const).flatMap((victim, place) =>
  stages.filter((_, at) => countOf(1, 0) === 1 || at % 2 === place).map((stage) => [victim, stage] as const),
)

test.for(each)(`%s killed ${rounds} times while a run of ${rows} rows is %s`, { timeout }, async ([victim, stage]) => {
  await acme.call('/api/recon/switches', { settlements_close_themselves: true })
  const longest = { ms: 0 }
  let looks = 0
  for (let round = 0; round < rounds; round++) {
    const batch = await paidBatch(deployment, signedIn)
    await acme.load('recon', settlementTitles, [...batch.lines, ...unknown(++said)])
    const looking = await lookAt(batch.name)
    const { run_id } = await acme.call<{ run_id: string }>('/api/recon/runs', { msm_id: 1 })
    await reaches(run_id, stage)
    const since = performance.now()
    await victims[victim]()
    const ended = await runEnds(deployment, run_id)
    longest.ms = Math.max(longest.ms, performance.now() - since)
    const { seen, times, last } = await looking.stop()
    looks += times
    expect([ended.status, last, seen], deployment.log.slice(-20).join('\n')).toEqual(['done', `${said} closed`, []])
    expect(await reconFindings(deployment)).toEqual([])
  }
  const { changed } = await acme.run(1)
  expect(changed, 'a run after all kills finds nothing else').toBe(0)
  report(`${victim}, ${stage}: ${rounds} kills, ${looks} looks, done at most ${Math.round(longest.ms)} ms after a kill`)
})

test('another worker gives the same digest', { timeout }, async () => {
  const { digest } = await acme.run(1)
  await deployment.worker.kill()
  await deployment.secondWorker.start()
  expect(await acme.run(1)).toMatchObject({ status: 'done', changed: 0, digest })
  await deployment.secondWorker.kill()
  await deployment.worker.start()
})

test(`an API dies ${rounds} times at each point of a closing, and PostgreSQL as often: closed and posted once, or neither`, { timeout }, async () => {
  const [first] = deployment.apis
  const source = await deployment.plant([packagesReadable, ...Object.values(closingCrashes)])
  const restart = async (point: string) => {
    await first.kill()
    first.change({ source, env: { CRASH_AT: point, CRASH_EVERY: '1' } })
    await first.start()
  }
  for (let round = 0; round < rounds; round++)
    for (const point of [...Object.keys(closingCrashes), 'PostgreSQL']) {
      const settlement = await proven()
      await restart(point)
      const asked = acme.askOnce(closing(settlement), { version: settlement.version }, first)
      if (point === 'PostgreSQL') {
        await delay(Math.random() * 40)
        await deployment.killPostgres()
      }
      const answer = await asked
      const after = await stateOf(settlement.settlement_id)
      if (point === 'PostgreSQL') expect([0, 1]).toContain(after.posted)
      else expect([answer, after]).toEqual([null, { state: 'proven', posted: 0 }])
      expect(after.state, `posted ${after.posted} times`).toBe(after.posted === 1 ? 'closed' : 'proven')
      if (after.state === 'proven') await acme.call(closing(settlement), { version: settlement.version })
      expect(await stateOf(settlement.settlement_id)).toEqual({ state: 'closed', posted: 1 })
      expect(await reconFindings(deployment)).toEqual([])
    }
  await restart('')
  report(`closing: ${rounds} kills at each of ${Object.keys(closingCrashes).length} points and of PostgreSQL`)
}) // prettier-ignore

planted('a settlement that is closed and posted twice is found', { file, patches: settlementClosedTwice, timeout }, async () => {
  const twice = async (): Promise<number | undefined> => {
    const settlement = await proven()
    await acme.call(closing(settlement), { version: settlement.version })
    return (await acme.askOnce(closing(settlement), { version: settlement.version }, deployment.apis[0]))?.status
  }
  expect(await twice()).toBe(409)
  expect(await reconFindings(deployment)).toEqual([])
  await deployment.apis[0].kill()
  deployment.apis[0].change({ source: await deployment.plant([packagesReadable, ...settlementClosedTwice]) })
  await deployment.apis[0].start()
  expect(await twice()).toBe(200)
  expect((await reconFindings(deployment)).join('\n')).toContain('each closing is posted once')
}) // prettier-ignore

/** How often the unknown lines have been said otherwise: each file restates them all. */
let said = 0
const unknown = (n: number) => Array.from({ length: rows }, (_, at) => lineOf('payment', `U-${at}`, String(n)))

/** Looks all the time what the answer says of the unknown lines, and what became of a batch. */
async function lookAt(batch: string) {
  const look = async (): Promise<string> => {
    const [row] = await deployment.sql<{ said: string }>(
      `select concat_ws(' ', (select string_agg(distinct trim_scale(gross)::text, ' and ') from recon_outcomes
         where msm_id = 1 and provider_ref like 'U-%' and until_run = 2147483647), (select state from settlements where batch = $1)) as said`,
      [batch],
    )
    return row?.said ?? ''
  }
  const former = await look()
  const seen = new Set<string>()
  let [times, isOver] = [0, false]
  const looking = (async () => {
    while (!isOver) {
      const found = await look().catch(() => null)
      if (found !== null) times += 1
      if (found !== null && found !== former && found !== `${said} closed`) seen.add(found)
      await delay(15)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      return { seen: [...seen], times, last: await look() }
    },
  }
}

/** A stage, or one after it that came so soon that nobody saw it. */
async function reaches(runId: string, stage: (typeof stages)[number]): Promise<void> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const now = await runOf(deployment, runId)
    const at = now.status === 'queued' ? 0 : now.status === 'running' ? stages.findIndex((one) => now.stage.startsWith(one)) : stages.length // prettier-ignore
    if (at >= stages.indexOf(stage)) break
    await delay(2)
  }
  await delay(Math.random() * 60)
}

interface Proven {
  settlement_id: string
  version: number
}
const closing = ({ settlement_id }: Proven) => `/api/recon/settlements/${settlement_id}/close`
/** A proven settlement that nobody has closed. */
async function proven(): Promise<Proven> {
  await acme.call('/api/recon/switches', { settlements_close_themselves: false })
  const { name, lines } = await paidBatch(deployment, signedIn)
  await acme.load('recon', settlementTitles, lines)
  await acme.run(1)
  const [found] = await deployment.sql<Proven & { state: string }>('select * from settlements where batch = $1', [name])
  if (found?.state !== 'proven') throw new Error(`the settlement is ${found?.state}`)
  return found
}
const stateOf = (settlementId: string): Promise<{ state: string; posted: number }> =>
  until(
    async () => {
      const [row] = await deployment.sql<{ state: string; posted: number }>(
        `select state, (select count(*)::int from ledger_transfers where object_type = 'settlement' and object_ref = $1::text) as posted
         from settlements where settlement_id = $1::uuid`,
        [settlementId],
      )
      return row as { state: string; posted: number }
    },
    () => true,
  )
