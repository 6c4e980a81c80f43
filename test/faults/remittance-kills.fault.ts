import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { remittanceCrashes, remittanceKeyOfEachTry } from './planted.ts'
import { sourceRoot } from './patched-source.ts'
import { planted } from './planted-test.ts'
import { openShops, shopFindings, type Shops } from './remittance-shops.ts'
import { probesOf } from '../probes.ts'

/**
 * The worker dies at a cut, at a quote, before and after it sends, and PostgreSQL and an API are killed meanwhile, while the simulator lies:
 * each settlement is sent once, and the simulator's file and the ledger agree.
 */
const stages = Object.keys(remittanceCrashes) as (keyof typeof remittanceCrashes)[]
const rounds = countOf(20, 1)
const timeout = countOf(60 * 60_000, 150_000)
const file = import.meta.filename
let deployment: Deployment
let shops: Shops
let round = 0

beforeAll(async () => {
  deployment = await startDeployment()
  shops = await openShops(deployment)
}, 120_000)
afterAll(async () => {
  await shops.close()
  await deployment.close()
}, 60_000)

test(`kill -9 of the worker, PostgreSQL and an API at each stage, ${rounds} rounds: each settlement is sent once`, { timeout }, async () => {
  const source = await deployment.plant(Object.values(remittanceCrashes))
  for (let n = 0; n < rounds; n++)
    for (const stage of probesOf('stages of remittances', stages, 1)) {
      await shops.sell(++round)
      await dieAt(stage, source)
      await killOthers()
      expect(await atRest(), deployment.log.slice(-10).join('\n')).toEqual([])
    }
  report(`${round * shops.shops.length} settlements, ${deployment.worker.crashes.length} deaths of the worker`)
}) // prettier-ignore

planted('a new key on each try is found', { file, patches: remittanceKeyOfEachTry, timeout }, async () => {
  // A call-back would tell of the money before it is sent again.
  deployment.relay.lose(() => true)
  await workFrom(await deployment.plant(remittanceKeyOfEachTry), '')
  await shops.sell(++round)
  const isFound = async () => {
    await soon()
    return (await shopFindings(deployment, shops)).some((one) => /simulator \S+ \w+ \d×, /.test(one))
  }
  expect(await becomes(isFound, 60_000)).toBe(true)
})

async function workFrom(source: string, stage: string): Promise<void> {
  await deployment.worker.kill()
  deployment.worker.change({ source, env: { CRASH_AT: stage, CRASH_EVERY: '3' } })
  await deployment.worker.start()
}

/** The worker dies there, and is started again. */
async function dieAt(stage: string, source: string): Promise<void> {
  const before = deployment.worker.crashes.length
  await workFrom(source, stage)
  deployment.worker.keepRunning()
  const died = async () => {
    await soon()
    return deployment.worker.crashes.length > before
  }
  expect(await becomes(died, 60_000), `it dies at ${stage}`).toBe(true)
}

async function killOthers(): Promise<void> {
  const api = anyOf(deployment.apis)
  await api.kill()
  await deployment.killPostgres()
  await api.start()
  await workFrom(sourceRoot, '')
}

/** Has done now what would be done later: rates asked for, money sent and asked about, and what a dead worker holds given to another. */
async function soon(): Promise<void> {
  // One statement: a job that comes before its row's time would be done with nothing.
  await deployment
    .sql(
      `with sent as (update remittances set send_at = now() - interval '1 hour' where send_at > now())
       update pgboss.job set start_after = now() where name in ('cut-remittance', 'quote-remittance', 'send-remittance')
         and state in ('created', 'retry') and start_after > now() + interval '1 second'`,
    )
    .catch(() => [])
  await deployment
    .sql(
      `update pgboss.job set state = 'retry', start_after = now() where name in ('cut-remittance', 'quote-remittance', 'send-remittance')
         and state = 'active' and started_on < now() - interval '15 seconds'`,
    )
    .catch(() => [])
}

/** What differs once nothing is under way any more, or patience has ended. */
async function atRest(): Promise<string[]> {
  let found: string[] = []
  await becomes(async () => {
    await soon()
    found = await shopFindings(deployment, shops).catch((error: unknown) => [String(error)])
    return found.length === 0
  }, 60_000)
  return found
}
