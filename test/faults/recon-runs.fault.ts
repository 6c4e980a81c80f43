import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { kill, killsIn } from './kill-stages.ts'
import { lineOf, paidBatch, paidBatchBy, settlementMapping, settlementTitles } from './recon-batches.ts'
import { reconCalls, reconFindings, runEnds, runOf, type ReconCalls } from './recon-calls.ts'

/**
 * Runs, and the settlements that they close, while the worker or the database is killed in every stage: whenever one looks, the answer is the
 * former one or the new one, and the ledger agrees with it.
 */
const rows = countOf(3_000, 1_500)
const rounds = countOf(20, 1)
const timeout = countOf(60 * 60_000, 240_000)

let deployment: Deployment
let signedIn: SignedIn
let acme: ReconCalls
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  const { channelKey } = await paidBatch(deployment, signedIn)
  acme = reconCalls(deployment, signedIn, { channelKey })
  await acme.saveMapping(settlementMapping)
}, 120_000)
afterAll(() => deployment.close(), 60_000)

const stages = ['queued', 'staging', 'matching', 'judging', 'keeping'] as const
const each = killsIn('a run', stages)

test.for(each)(`%s killed ${rounds} times while a run of ${rows} rows is %s`, { timeout }, async ([victim, stage]) => {
  await acme.call('/api/recon/switches', { settlements_close_themselves: true })
  const longest = { ms: 0 }
  let looks = 0
  for (let round = 0; round < rounds; round++) {
    const batch = await paidBatchBy(acme.channelKey, deployment, signedIn)
    await acme.load('recon', settlementTitles, [...batch.lines, ...unknown(++said)])
    const looking = await lookAt(batch.name)
    const { run_id } = await acme.call<{ run_id: string }>('/api/recon/runs', { msm_id: 1 })
    await reaches(run_id, stage)
    const since = performance.now()
    await kill(deployment, victim)
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
