import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/kit/db/id.ts'
import { readWebhookDeliveries } from './history.ts'
import { openReceiver, openDelivering, type Delivering } from './fixtures.ts'

/** The webhook calls through all checks of the server, as a signed-in administrator's console makes them. */
let delivering: Delivering
let stop: () => Promise<void>
beforeAll(async () => {
  delivering = await openDelivering()
  const worker = await delivering.work()
  stop = () => worker.stop()
})
afterAll(async () => {
  await stop()
  await delivering.close()
  expect(delivering.failures).toEqual([])
})

type Caller = Awaited<ReturnType<typeof signedIn>>
async function signedIn() {
  const merchant = await delivering.newMerchant()
  const session = await delivering.testApp.signIn(merchant)
  async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const { status, body } = await delivering.testApp.call(
      session,
      method,
      `/merchants/${merchant.merchantId}/${path}`,
      payload,
    )
    return { status, ...(body as Record<string, unknown> & { content: never }) }
  }
  return { ...merchant, ask }
}
const soon = { timeout: 15_000 }
/** The scheduled next attempt comes after five seconds, less a tenth. */
const beforeTheSchedule = { timeout: 4_400 }
interface Shown {
  uuid: string
  name: string
  url: string
  type: string
  enabled: boolean
}
const wanted = (more: object = {}) => ({
  name: `n ${newId()}`,
  url: 'https://shop.example/hook',
  type: 'payment',
  ...more,
})
const create = async ({ ask }: Caller, more?: object) => (await ask('POST', 'webhooks', wanted(more))).content as Shown
const listed = async ({ ask }: Caller) =>
  (await ask('GET', 'webhooks')).content as { webhooks: Shown[]; secureSecret: string }

describe('webhooks', () => {
  it('are created, listed, changed, switched and deleted, each act in the audit log', async () => {
    const caller = await signedIn()
    expect(await listed(caller)).toEqual({ webhooks: [], secureSecret: '' })
    const made = await caller.ask('POST', 'webhooks', wanted({ name: 'Shop', type: 'payment_status' }))
    expect(made).toMatchObject({ status: 200, message: 'Webhook Created successfully' })
    const { uuid } = made.content as Shown
    expect(made.content).toMatchObject({
      name: 'Shop',
      type: 'payment',
      enabled: true,
      iamportkey: caller.key,
    })
    const change = { uuid, name: 'shop', url: 'https://shop.example/other', type: 'payment_link', enabled: false }
    expect(await caller.ask('PUT', 'update-webhook', change)).toMatchObject({ status: 200, content: change })
    expect((await listed(caller)).webhooks).toMatchObject([change])
    expect(await caller.ask('DELETE', `delete-webhook/${uuid}`)).toMatchObject({
      message: 'Webhook Deleted successfully',
    })
    expect((await listed(caller)).webhooks).toEqual([])
    for (const gone of [uuid, newId(), 'x'])
      expect(await caller.ask('DELETE', `delete-webhook/${gone}`), gone).toMatchObject({ status: 404 })
    expect(await caller.ask('PUT', 'update-webhook', change)).toMatchObject({ status: 404 })
    const acts = await delivering.sql<{ action: string }>(
      "select action from audit_events where merchant_id = $1 and object_ref = $2 and result = 'done' order by event_id",
      [caller.owner.merchantId, uuid],
    )
    expect(acts.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.delete'])
  })

  it('have unique names within a merchant, whatever the case', async () => {
    const caller = await signedIn()
    const [first, second] = [await create(caller, { name: 'Größe' }), await create(caller, { name: 'other' })]
    const taken = { status: 409, errors: [{ path: 'name', reason: 'already_used' }] }
    expect(await caller.ask('POST', 'webhooks', wanted({ name: 'GRÖßE' }))).toMatchObject(taken)
    expect(
      await caller.ask('PUT', 'update-webhook', { ...wanted({ name: 'größe' }), uuid: second.uuid }),
    ).toMatchObject(taken)
    expect(await caller.ask('PUT', 'update-webhook', { ...wanted({ name: 'größE' }), uuid: first.uuid })).toMatchObject(
      { status: 200 },
    )
    await caller.ask('DELETE', `delete-webhook/${first.uuid}`)
    expect(await caller.ask('POST', 'webhooks', wanted({ name: 'Größe' }))).toMatchObject({ status: 200 })
    expect(await create(await signedIn(), { name: 'Größe' })).toMatchObject({ name: 'Größe' })
  })

  it('are limited in number, and to one of a name, also for concurrent requests', async () => {
    const [many, same] = [await signedIn(), await signedIn()]
    const posts = Array.from({ length: limits.webhooksPerMerchant + 4 }, () => many.ask('POST', 'webhooks', wanted()))
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBe(limits.webhooksPerMerchant)
    const named = Array.from({ length: 6 }, () => same.ask('POST', 'webhooks', wanted({ name: 'one' })))
    const outcomes = (await Promise.all(named)).map(({ status }) => status)
    expect(outcomes.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('are refused without a public address, with the reason at the field', async () => {
    const caller = await signedIn()
    const { uuid } = await create(caller)
    const refused = {
      'http://shop.example/': 'not_https',
      'https://10.0.0.1/': 'address',
      'https://[::ffff:127.0.0.1]/': 'address',
      'https://metadata.google.internal/': 'host',
      'https://a:b@shop.example/': 'not_a_url',
      'https://shop.example:22/': 'port',
      'ftp://shop.example/': 'not_a_url',
      'shop.example': 'not_a_url',
    }
    for (const [url, reason] of Object.entries(refused)) {
      const fault = { status: 400, errors: [{ path: 'url', reason }] }
      expect(await caller.ask('POST', 'webhooks', wanted({ url })), url).toMatchObject(fault)
      expect(await caller.ask('PUT', 'update-webhook', { ...wanted({ url }), uuid }), url).toMatchObject(fault)
    }
    expect((await listed(caller)).webhooks.map(({ url }) => url)).toEqual(['https://shop.example/hook'])
  })

  it('cannot be seen or changed by another merchant', async () => {
    const [caller, stranger] = [await signedIn(), await signedIn()]
    const { uuid, name } = await create(caller)
    expect(await stranger.ask('POST', `webhooks/${uuid}`, {})).toMatchObject({ status: 404 })
    expect(await stranger.ask('PUT', 'update-webhook', { ...wanted(), uuid })).toMatchObject({ status: 404 })
    expect(await stranger.ask('DELETE', `delete-webhook/${uuid}`)).toMatchObject({ status: 404 })
    expect((await listed(caller)).webhooks).toMatchObject([{ uuid, name }])
    expect((await listed(stranger)).webhooks).toEqual([])
  })
})

describe('the secure secret', () => {
  it('can be made before the first webhook, which then keeps it', async () => {
    const caller = await signedIn()
    const { secureSecret } = (await caller.ask('POST', 'reset-chaiport-securesecret', {})).content as {
      secureSecret: string
    }
    await create(caller)
    expect((await listed(caller)).secureSecret).toBe(`**********${secureSecret.slice(-3)}`)
  })
  it('is shown once when it is reset and masked after that, and is in no table in clear text', async () => {
    const caller = await signedIn()
    await create(caller)
    const { secureSecret } = (await caller.ask('POST', 'reset-chaiport-securesecret', {})).content as {
      secureSecret: string
    }
    expect(() => new Webhook(secureSecret)).not.toThrow()
    const { secureSecret: shown } = await listed(caller)
    expect(shown).toBe(`**********${secureSecret.slice(-3)}`)
    const kept = await delivering.sql<{ text: string }>(
      `select s::text as text from webhook_secrets s union all select a::text from audit_events a
       union all select i::text from idempotency_keys i`,
    )
    expect(kept.length).toBeGreaterThan(2)
    for (const { text } of kept) expect(text).not.toContain(secureSecret.slice(6))
  })
})

describe('deliveries', () => {
  it('are listed with their attempts, newest first, by webhook and by object', async () => {
    const failing = new Set([1])
    const receiver = await openReceiver(({ json }) => (failing.delete(json.n) ? 500 : 200))
    const caller = await signedIn()
    const { uuid, name } = await create(caller, { url: receiver.url })
    await delivering.happen(caller.owner, 'p1', 1)
    await delivering.happen(caller.owner, 'p2', 2)
    const read = async () => (await caller.ask('POST', `webhooks/${uuid}`, {})).content as Record<string, unknown>[]
    await expect
      .poll(async () => (await read()).map(({ state }) => state), { timeout: 15_000 })
      .toEqual(['delivered', 'delivered'])
    const [newest, oldest] = await read()
    expect(newest).toMatchObject({
      object_ref: 'p2',
      webhook_name: name,
      url: receiver.url,
      type: 'payment',
      next_attempt_at: null,
    })
    expect(oldest).toMatchObject({ attempts: [{ status: 200, response: 'noted', fault: '' }, { status: 500 }] })
    expect(receiver.received.map(({ id }) => id)).toContain(newest?.['event_id'])
    const ofObject = await delivering.inScope(caller.owner, (ctx) => readWebhookDeliveries(ctx, ['p1', 'none']))
    expect(ofObject.map(({ delivery_id }) => delivery_id)).toEqual([oldest?.['delivery_id']])
    await receiver.close()
  })

  it('are sent again at once after a failure when their webhook is changed, and never after it is deleted', async () => {
    const [broken, mended] = [await openReceiver(() => 500), await openReceiver()]
    const caller = await signedIn()
    const { uuid, name } = await create(caller, { url: broken.url })
    for (const n of [1, 2, 3]) await delivering.happen(caller.owner, `p${n}`, n)
    // Each failure is noted: an attempt that is still under way ends on the schedule of the address it went to.
    await expect.poll(async () => (await delivering.attemptsOf(caller.owner)).length, soon).toBe(3)
    const change = { uuid, name, type: 'payment', url: mended.url }
    await caller.ask('PUT', 'update-webhook', change)
    await expect.poll(() => mended.received.length, beforeTheSchedule).toBe(3)
    await caller.ask('PUT', 'update-webhook', { ...change, url: broken.url })
    await delivering.happen(caller.owner, 'p4', 4)
    await expect.poll(() => broken.received.length, soon).toBe(4)
    await caller.ask('DELETE', `delete-webhook/${uuid}`)
    expect((await delivering.deliveriesOf(caller.owner)).map(({ state }) => state)).toEqual([
      ...Array<string>(3).fill('delivered'),
      'disabled',
    ])
    await Promise.all([broken.close(), mended.close()])
  })

  it('are sent at once while pending when their webhook is switched on again', async () => {
    const receiver = await openReceiver((_, before) => (before === 0 ? 500 : 200))
    const caller = await signedIn()
    const { uuid, name, url } = await create(caller, { url: receiver.url })
    const change = { uuid, name, type: 'payment', url }
    await delivering.happen(caller.owner, 'p1', 1)
    await expect.poll(async () => (await delivering.attemptsOf(caller.owner)).length, soon).toBe(1)
    await caller.ask('PUT', 'update-webhook', { ...change, enabled: false })
    await caller.ask('PUT', 'update-webhook', { ...change, enabled: true })
    await expect
      .poll(async () => (await delivering.deliveriesOf(caller.owner))[0]?.state, beforeTheSchedule)
      .toBe('delivered')
    await receiver.close()
  })
})
