import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from '#contract/faults.ts'
import { ask, askUntilCertain, demoPassword, signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { cancelIntent, createIntent, type Merchant } from './intents.ts'
import { newJournal } from './journal.ts'
import { healing, unrulyReceivers } from './unruly-receivers.ts'
import { outOfOrder } from './webhook-receiver.ts'

/** Deliveries to receivers of ten manners while workers are killed, with replays, tests and new events in between. */
const receiverCount = countOf(200, 10)
/** For each receiver, of three changes of each object. */
const eventsEach = countOf(50, 6)
const killEveryMs = countOf(10_000, 4_000)
/** On a busy machine a worker takes as long to start as it then lives: without an end of the kills nothing would be delivered. */
const mostKills = countOf(Number.POSITIVE_INFINITY, 5)
const timeout = countOf(40 * 60_000, 180_000)
let deployment: Deployment
let load: Load
let merchant: Merchant
let world: Awaited<ReturnType<typeof unrulyReceivers>>

beforeAll(async () => {
  deployment = await startDeployment({ WEBHOOK_ALLOW_LOOPBACK: '1' })
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 1 }) }
  merchant = load.merchants[0] as Merchant
  world = await unrulyReceivers(receiverCount)
}, 120_000)
afterAll(async () => {
  await world.close()
  await deployment.close()
}, 60_000)

test(
  `${receiverCount * eventsEach} deliveries to ${receiverCount} receivers of ten manners come to all that heal, in order, under kills of the worker`,
  { timeout },
  async () => {
    const webhooks = await addWebhooks()
    for (const [at, id] of webhooks.entries()) await addPast(id, at)
    const killing = killWorker()
    try {
      for (const [at, id] of webhooks.entries()) {
        // One that a new event has found gone is switched off, and replays nothing.
        const fine = world.receivers[at]?.manner === 'gone' ? [200, faults.wrongState.http] : [200]
        const asks = { from: '2020-01-01 00:00:00', to: '2099-01-01 00:00:00', states: ['failed'] }
        await asked(`/api/webhooks/${id}/replays`, asks, fine)
        // Others' tests and new events come between, and each to all receivers.
        if (at % 20 === 7) await asked(`/api/webhooks/${id}/test`, {})
        if (at % 50 === 9) {
          const link = createIntent(merchant)
          await askUntilCertain(load, link)
          await askUntilCertain(load, cancelIntent(link, merchant))
        }
      }
      const well = world.receivers.filter(({ manner }) => healing.includes(manner))
      const missing = () =>
        well.flatMap(({ manner, taken }) => {
          const came = new Set(taken.filter(({ n }) => n >= 0).map(({ id }) => id)).size
          return came === eventsEach ? [] : [`${manner}: ${came} of ${eventsEach}`]
        })
      expect(await becomes(() => missing().length === 0, timeout * 0.8), missing().join('\n')).toBe(true)
      for (const { manner, taken } of well) expect(outOfOrder(taken.filter(({ n }) => n >= 0)), manner).toEqual([])
      report(`${well.reduce((all, { taken }) => all + taken.length, 0)} requests taken by ${well.length} receivers`)
    } finally {
      await killing.end()
    }
    expect(world.forged).toEqual([])
    // Nobody follows a redirect, least of all to an address inside.
    expect(world.strayed()).toBe(0)
    const off = `select count(*)::int as count from webhooks where url = any ($1) and enabled`
    const gone = world.receivers.filter(({ manner }) => manner === 'gone').map(({ url }) => url)
    expect(await deployment.sql(off, [gone])).toEqual([{ count: 0 }])
  },
)

/** A webhook for each receiver: one as users make it, and copies of it beyond what a merchant may have. */
async function addWebhooks(): Promise<string[]> {
  await deployment.sql('update webhooks set enabled = false')
  await asked('/api/account/step-up', { password: demoPassword })
  const [first] = world.receivers
  const made = await asked(`/merchants/${merchant.key}/webhooks`, {
    name: 'receiver 0',
    url: first?.url,
    type: 'payment_link',
  })
  const reset = await asked(`/merchants/${merchant.key}/reset-chaiport-securesecret`, {})
  world.knows(String(reset['secureSecret']))
  const ids = [String(made['uuid'])]
  for (const [at, { url }] of world.receivers.entries()) {
    if (at === 0) continue
    const id = randomUUID()
    await deployment.sql(
      `insert into webhooks select (jsonb_populate_record(w, jsonb_build_object('webhook_id', $2::text, 'name', $3::text, 'name_lower', $3::text, 'url', $4::text))).*
       from webhooks w where webhook_id = $1`,
      [ids[0], id, `receiver ${at}`, url],
    )
    ids.push(id)
  }
  return ids
}

/** Deliveries of the past that failed, three of each object. */
const addPast = (webhookId: string, at: number) =>
  deployment.sql(
    `with past as (
       select gen_random_uuid() as id, n, 'past' || $2 || '-' || n % $4 as ref from generate_series(0, $3::int - 1) n
     ), event as (
       insert into webhook_events (merchant_id, environment, event_id, type, object_ref, body, created_at)
       select merchant_id, environment, id, 'payment_link', ref, json_build_object('objectRef', ref, 'n', n)::text, now() - interval '1 hour'
       from webhooks, past where webhook_id = $1
     )
     insert into webhook_deliveries (merchant_id, environment, delivery_id, event_id, webhook_id, object_ref, type, state, attempts, created_at)
     select merchant_id, environment, id, id, $1, ref, 'payment_link', 'failed', 1, now() - interval '1 hour'
     from webhooks, past where webhook_id = $1 order by n`,
    [webhookId, String(at), eventsEach, Math.ceil(eventsEach / 3)],
  )

/** Kills the worker again and again, until it is to end or was killed so many times. */
function killWorker(): { end(): Promise<void> } {
  let over = false
  const killing = (async () => {
    for (let kills = 0; kills < mostKills; kills++) {
      for (let waited = 0; waited < killEveryMs && !over; waited += 100) await delay(100)
      if (over) return
      await deployment.worker.kill()
      // Otherwise what was under way would be left alone for half a minute after each.
      await deployment.sql('update webhook_deliveries set claimed_until = now() where claimed_until > now()')
      await deployment.worker.start()
    }
  })()
  return {
    end() {
      over = true
      return killing
    },
  }
}

async function asked(path: string, body: object, fine: readonly number[] = [200]): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${merchant.sessions[0]?.token ?? ''}`, 'idempotency-key': randomUUID() }
  const answer = await ask(load.journal, deployment.apis[0].url, { method: 'POST', path, body, headers })
  if (!answer || !fine.includes(answer.status)) throw new Error(`${path}: ${answer?.text ?? 'no answer'}`)
  return answer.content
}
