import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, askUntilCertain, demoPassword, signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { cancelIntent, createIntent, type Merchant } from './intents.ts'
import { newJournal, type Intent } from './journal.ts'
import { sourceRoot, type Patch } from './patched-source.ts'
import { orderLost, replayOvertaking } from './planted.ts'
import { planted } from './planted-test.ts'
import { outOfOrder, webhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** Replays under kills of the worker: everything comes, each object in its order, behind what is new. */
const events = countOf(2_000, 60)
const kills = countOf(20, 2)
/** Where the time between two deliveries of one object counts, so many in every form. */
const few = 60
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 90_000)
let deployment: Deployment
let load: Load
let merchant: Merchant
const receivers: WebhookReceiver[] = []

beforeAll(async () => {
  deployment = await startDeployment({ WEBHOOK_ALLOW_LOOPBACK: '1' })
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 1 }) }
  merchant = load.merchants[0] as Merchant
}, 120_000)
afterAll(async () => {
  await Promise.all(receivers.map((one) => one.close()))
  await deployment.close()
}, 60_000)

test(
  `a replay of ${events} deliveries under ${kills} kills of the worker loses none and keeps each order`,
  { timeout },
  async () => {
    const { receiver, webhookId } = await pastDeliveries(events, { slowMs: 5, refuses: (n) => n % 10 === 0 })
    await replay(webhookId)
    for (let kill = 0; kill < kills; kill++) {
      await delay(700)
      await deployment.worker.kill()
      // Otherwise what was under way would be left alone for half a minute after each.
      await deployment.sql('update webhook_deliveries set claimed_until = now() where claimed_until > now()')
      await deployment.worker.start()
    }
    const all = () => new Set(receiver.taken.map(({ id }) => id)).size === events
    expect(await becomes(all, timeout / 2), `${receiver.taken.length} taken`).toBe(true)
    expect(outOfOrder(receiver.taken)).toEqual([])
    expect(receiver.forged).toEqual([])
    report(`${receiver.taken.length} requests taken for ${events} deliveries`)
  },
)

test('what is new does not wait for a line of what is replayed', { timeout }, async () => {
  expect(await replayedBefore(4)).toBeLessThanOrEqual(mostBefore)
})

planted('a replay that overtakes what is new is found', { file, patches: [replayOvertaking], timeout }, async () => {
  await withFault(replayOvertaking, async () => {
    expect(await replayedBefore(1)).toBeGreaterThan(mostBefore)
  })
})

planted('a lost order is found', { file, patches: [orderLost], timeout }, async () => {
  await withFault(orderLost, async () => {
    const { receiver, webhookId } = await pastDeliveries(few, { slowMs: 5, refuses: (n) => n < 3 })
    await replay(webhookId)
    expect(await becomes(() => outOfOrder(receiver.taken).length > 0, 30_000)).toBe(true)
  })
})

/** Of what is replayed, so many may come between an event and its delivery: those that are on their way, and a margin. */
const mostBefore = 12

/** How many replayed deliveries came between a new event and its own delivery, at the most of some. */
async function replayedBefore(times: number): Promise<number> {
  const { receiver, webhookId } = await pastDeliveries(few, { slowMs: 400, refuses: () => false })
  const links: Intent[] = []
  for (let n = 0; n < times; n++) {
    const link = createIntent(merchant)
    await askUntilCertain(load, link)
    links.push(link)
  }
  await replay(webhookId)
  // The line grows once it is worked on: 20 a second come, and 10 go.
  expect(await becomes(() => receiver.taken.length >= 8, 30_000), 'the replay goes on').toBe(true)
  await delay(1_500)
  let most = 0
  for (const link of links) {
    const linkRef = link.answer?.ref ?? ''
    await askUntilCertain(load, cancelIntent(link, merchant))
    const before = receiver.taken.length
    const came = () => receiver.taken.some(({ objectRef }) => objectRef === linkRef)
    expect(await becomes(came, 20_000), 'it comes').toBe(true)
    most = Math.max(most, receiver.taken.findIndex(({ objectRef }) => objectRef === linkRef) - before)
  }
  return most
}

/** A webhook with so many deliveries of the past, of three changes each. */
async function pastDeliveries(count: number, manner: Parameters<typeof webhookReceiver>[0]) {
  const receiver = await webhookReceiver(manner)
  receivers.push(receiver)
  await deployment.sql(`update webhooks set enabled = false`)
  await asked('/api/account/step-up', { password: demoPassword })
  const made = await asked(`/merchants/${merchant.key}/webhooks`, {
    name: `receiver ${receivers.length}`,
    url: receiver.url,
    type: 'payment_link',
  })
  const webhookId = String(made['uuid'])
  const reset = await asked(`/merchants/${merchant.key}/reset-chaiport-securesecret`, {})
  receiver.knows(String(reset['secureSecret']))
  for (let n = 0; n < count; n++) {
    const id = randomUUID()
    const ref = `past${receivers.length}-${n % Math.ceil(count / 3)}`
    await deployment.sql(
      `with event as (
         insert into webhook_events (merchant_id, environment, event_id, type, object_ref, body, created_at)
         select merchant_id, environment, $2, 'payment_link', $3, $4, now() - interval '1 hour' from webhooks where webhook_id = $1 returning *
       )
       insert into webhook_deliveries (merchant_id, environment, delivery_id, event_id, webhook_id, object_ref, type, state, attempts, created_at)
       select merchant_id, environment, $2, $2, $1, $3, 'payment_link', 'failed', 1, created_at from event`,
      [webhookId, id, ref, JSON.stringify({ objectRef: ref, n })],
    )
  }
  return { receiver, webhookId }
}

async function replay(webhookId: string): Promise<void> {
  await asked(`/api/webhooks/${webhookId}/replays`, {
    from: '2020-01-01 00:00:00',
    to: '2099-01-01 00:00:00',
    states: ['failed'],
  })
}

async function asked(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${merchant.sessions[0]?.token ?? ''}`, 'idempotency-key': randomUUID() }
  const answer = await ask(load.journal, deployment.apis[0].url, { method: 'POST', path, body, headers })
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.text ?? 'no answer'}`)
  return answer.content
}

async function withFault(patch: Patch, work: () => Promise<void>): Promise<void> {
  const restart = async (source: string) => {
    await deployment.worker.kill()
    deployment.worker.change({ source })
    await deployment.worker.start()
  }
  await restart(await deployment.plant([patch]))
  try {
    await work()
  } finally {
    await restart(sourceRoot)
  }
}
