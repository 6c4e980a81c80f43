import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancer, type Balancer } from './balancer.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { unannouncedStop } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Api, type Deployment } from './deployment.ts'
import { acknowledged, newJournal } from './journal.ts'
import { sourceRoot } from './patched-source.ts'
import type { Program } from './program.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { plain, startLoad } from './shoppers.ts'

/** E9: two APIs and two workers, stopped and started again one by one, while shoppers pay through a load balancer. */
const file = import.meta.filename
const timeout = countOf(30 * 60_000, 120_000)
const rounds = countOf(15, 1)
let deployment: Deployment
let front: Balancer
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  front = await balancer(deployment.apis.map(({ url }) => url))
  // The provider's call-backs come through the balancer too.
  for (const worker of [deployment.worker, deployment.secondWorker]) worker.change({ env: { CALLBACK_URL: front.url } })
  await deployment.worker.stop()
  await Promise.all([deployment.worker.start(), deployment.secondWorker.start()])
  const apis = deployment.apis.map((api) => ({ ...api, url: front.url })) as unknown as Deployment['apis']
  const journal = newJournal()
  load = { deployment: { ...deployment, apis }, journal, merchants: await signIn({ ...deployment, apis }, journal) }
}, 120_000)
afterAll(async () => {
  await front.close()
  await deployment.close()
}, 60_000)

test(
  `${rounds} rolling restarts of all nodes: no request fails, no job is lost or done twice`,
  { timeout },
  async () => {
    const stops: number[] = []
    const shoppers = startLoad(load, { shoppers: 12, mix: plain })
    for (let round = 1; round <= rounds; round++) {
      for (const [api, worker] of [
        [deployment.apis[0], deployment.worker],
        [deployment.apis[1], deployment.secondWorker],
      ] as const) {
        stops.push(...(await Promise.all([restart(api), restart(worker)])))
        expect(await becomes(() => front.isReady(api.url), 10_000), 'it is ready again').toBe(true)
      }
    }
    await shoppers.stop()
    const { findings } = await findingsWhenQuiet(deployment, load.journal)
    const { answers, intents, slowestMs } = load.journal
    const done = intents.filter(acknowledged).length
    report(
      `${stops.length} stops, the slowest ${Math.max(...stops)} ms; ${done} writes, slowest answer ${slowestMs} ms`,
    )
    report(JSON.stringify(answers))
    expect(front.failures).toEqual({})
    const failed = sum(Object.entries(answers).map(([seen, times]) => (/^5|no answer/.test(seen) ? times : 0)))
    expect(failed, 'no more than the nodes turned away').toBeLessThanOrEqual(failed === 0 ? 0 : await turnedAway())
    expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
    expect(done).toBeGreaterThan(10)
  },
)

planted('a node that stops without saying so first is found', { file, patches: unannouncedStop, timeout }, async () => {
  const [api] = deployment.apis
  await api.stop()
  api.change({ source: await deployment.plant(unannouncedStop) })
  await api.start()
  expect(await becomes(() => front.isReady(api.url), 10_000)).toBe(true)
  const shoppers = startLoad(load, { shoppers: 12, mix: plain })
  await goesOn()
  await api.stop()
  api.change({ source: sourceRoot })
  await goesOn()
  await shoppers.stop()
  expect(Object.keys(front.failures)).not.toEqual([])
})

/** How many requests the nodes had too much to do for, as on a machine that is busy; each says so when it ends. */
async function turnedAway(): Promise<number> {
  for (const api of deployment.apis) await restart(api)
  return sum(deployment.log.map((line) => Number(/"turned_away":(\d+)/.exec(line)?.[1] ?? 0)))
}

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

async function restart(part: Program | Api): Promise<number> {
  const { code, ms } = await part.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  // As its supervisor does: on a busy machine a start may find no connection in time, and is tried again.
  const starts = () =>
    part.start().then(
      () => true,
      () => false,
    )
  expect(await becomes(starts, 60_000), 'it starts again').toBe(true)
  return ms
}

/** Something new is acknowledged. */
async function goesOn(): Promise<void> {
  const done = () => load.journal.intents.filter(acknowledged).length
  const before = done()
  expect(await becomes(() => done() >= before + 3, 30_000), 'it goes on').toBe(true)
}
