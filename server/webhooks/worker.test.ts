import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Owner } from '#server/kit/ctx.ts'
import { publishWebhook } from './publish.ts'
import { openReceiver, openDelivering, type Answer, type Received, type Delivering } from './fixtures.ts'

/** Deliveries by real workers on the real queue. */
let delivering: Delivering
const open: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  delivering = await openDelivering()
})
afterAll(async () => {
  await delivering.close()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  expect(delivering.failures).toEqual([])
})

async function receiver(answer?: (received: Received, before: number) => Answer | Promise<Answer>) {
  const opened = await openReceiver(answer)
  open.push(opened)
  return opened
}
async function startWorker(other?: Parameters<Delivering['work']>[0]) {
  const worker = await delivering.work(other)
  open.push({ close: worker.stop })
}
const soon = { timeout: 15_000, interval: 50 }

describe('workers', () => {
  it('keep the order of each object under 20 changes at once, at a receiver that fails at first', async () => {
    const answered: string[] = []
    const failing = new Set(['a', 'b'])
    const at = await receiver(({ json }) => {
      if (failing.delete(json.objectRef)) return 500
      answered.push(`${json.objectRef}${json.n}`)
      return 200
    })
    const { owner } = await delivering.newMerchant()
    await delivering.newWebhook(owner, at.url)
    await startWorker()
    await startWorker()
    await Promise.all(Array.from({ length: 20 }, (_, index) => change(owner, index % 2 === 0 ? 'a' : 'b')))
    await expect.poll(() => answered.length, soon).toBe(20)
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
    for (const ref of ['a', 'b'])
      expect(answered.filter((one) => one.startsWith(ref))).toEqual(numbers.map((n) => `${ref}${n}`))
    expect(at.received.length).toBe(22)
    expect(new Set(at.received.map(({ id }) => id)).size).toBe(20)
    await expect
      .poll(async () => (await delivering.deliveriesOf(owner)).every(({ state }) => state === 'delivered'), soon)
      .toBe(true)
  })

  it('never let a receiver that hangs delay another, and send it at most four requests at once', async () => {
    const dead = await receiver(() => 'hang')
    const healthy = await receiver()
    const [one, other] = [await delivering.newMerchant(), await delivering.newMerchant()]
    await delivering.newWebhook(one.owner, dead.url)
    await delivering.newWebhook(other.owner, healthy.url)
    await startWorker()
    for (let n = 0; n < 30; n += 1) await delivering.happen(one.owner, `d${n}`, n)
    await expect.poll(() => dead.received.length, soon).toBe(4)
    for (let n = 0; n < 60; n += 1) await delivering.happen(other.owner, `h${n}`, n)
    await expect.poll(() => healthy.received.length, soon).toBe(60)
    expect(await delivering.attemptsOf(one.owner), 'no attempt at the dead one has ended by then').toEqual([])
    expect(dead.mostAtOnce()).toBe(4)
    expect((await delivering.deliveriesOf(one.owner)).filter(({ claimed_until }) => claimed_until).length).toBe(4)
  })

  it('send a receiver that did not answer one request at a time, and more again when it answers', async () => {
    const held = Promise.withResolvers<Answer>()
    const at = await receiver((_, before) => (['drop', held.promise] as const)[before] ?? 'hang')
    const { owner } = await delivering.newMerchant()
    await delivering.newWebhook(owner, at.url)
    await startWorker()
    await delivering.happen(owner, 'first', 0)
    await expect.poll(async () => (await delivering.attemptsOf(owner)).length, soon).toBe(1)
    for (let n = 0; n < 10; n += 1) await delivering.happen(owner, `p${n}`, n)
    const waiting = async () =>
      (await delivering.deliveriesOf(owner)).filter((one) => !one.claimed_until && !one.next_attempt_at)
    await expect.poll(async () => (await waiting()).length, soon).toBe(9)
    expect(at.mostAtOnce()).toBe(1)
    held.resolve(200)
    await expect.poll(() => at.mostAtOnce(), soon).toBe(4)
  })

  it('send deliveries of other objects while older ones wait for their order', async () => {
    const nextHour = { status: 503, headers: { 'retry-after': '3600' } }
    const held = Promise.withResolvers<Answer>()
    const at = await receiver(({ json }) => (json.objectRef === 'a' ? nextHour : held.promise))
    const { owner } = await delivering.newMerchant()
    await delivering.newWebhook(owner, at.url)
    await startWorker()
    for (let n = 0; n < 31; n += 1) await delivering.happen(owner, 'a', n)
    const waiting = async () =>
      (await delivering.deliveriesOf(owner)).filter((one) => !one.claimed_until && !one.next_attempt_at)
    await expect.poll(async () => (await waiting()).length, soon).toBe(30)
    for (let n = 0; n < 12; n += 1) await delivering.happen(owner, `p${n}`, n)
    await expect.poll(async () => (await waiting()).length, soon).toBeGreaterThanOrEqual(38)
    held.resolve(200)
    const others = () => at.received.filter(({ json }) => json.objectRef !== 'a')
    await expect.poll(() => others().length, soon).toBe(12)
    expect(at.received.length).toBe(13)
  })

  it('open few connections to the database and to one host, and count no attempt that was not made', async () => {
    let [open, most] = [0, 0]
    const real = delivering.parts.database
    const transaction: typeof real.transaction = (...wanted) => {
      most = Math.max(most, (open += 1))
      return real.transaction(...wanted).finally(() => (open -= 1))
    }
    const at = await receiver()
    const { owner } = await delivering.newMerchant()
    for (let n = 0; n < 10; n += 1) await delivering.newWebhook(owner, at.url)
    for (let n = 0; n < 4; n += 1) await delivering.happen(owner, `p${n}`, n)
    await startWorker({ database: { ...real, transaction } })
    const states = async () =>
      (await delivering.deliveriesOf(owner)).map(({ state, attempts }) => `${state} ${attempts}`)
    await expect.poll(async () => new Set(await states()), soon).toEqual(new Set(['delivered 1']))
    expect(at.received.length).toBe(40)
    expect(most).toBeLessThanOrEqual(4)
    expect(at.mostAtOnce()).toBeLessThanOrEqual(4)
    expect((await delivering.attemptsOf(owner)).length).toBe(40)
  })

  it('take over the deliveries of a killed worker, under the same webhook-id', async () => {
    const hung = Promise.withResolvers<void>()
    const at = await receiver((_, before) => {
      if (before > 0) return 200
      hung.resolve()
      return 'hang'
    })
    const { owner } = await delivering.newMerchant()
    await delivering.newWebhook(owner, at.url)
    const child = await startChild()
    await delivering.happen(owner, 'p1', 1)
    await hung.promise
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await delivering.deliveriesOf(owner)).toMatchObject([{ state: 'pending', attempts: 0 }])
    // Its clock is past the dead worker's claim; the queue takes real seconds to notice the death.
    await startWorker({ now: () => new Date(Date.now() + 60_000) })
    await expect
      .poll(async () => (await delivering.deliveriesOf(owner))[0]?.state, { ...soon, timeout: 25_000 })
      .toBe('delivered')
    expect(at.received.length).toBe(2)
    expect(at.received[1]?.id).toBe(at.received[0]?.id)
  }, 40_000)
})

/** Publishes the next change of an object under the object's lock, as real changes do; its number is its place in the order. */
const change = (owner: Owner, objectRef: string) =>
  delivering.inScope(owner, async (ctx) => {
    await ctx.tx.query('select pg_advisory_xact_lock(hashtext($1))', [objectRef])
    const [count] = await ctx.tx.query<{ n: bigint }>(
      'select count(*) as n from webhook_events where object_ref = $1',
      [objectRef],
    )
    const n = Number(count?.n ?? 0) + 1
    await publishWebhook(ctx, { type: 'payment', objectRef, body: async () => ({ objectRef, n }) })
  })

/** A worker in a process of its own. */
async function startChild(): Promise<ChildProcess> {
  const { databaseUrl, ownerUrl } = delivering.testApp.parts
  const program = `
    import { readConfig } from '#server/config.ts'
    import { startWorker } from '#server/worker.ts'
    const config = readConfig({ DATABASE_URL: process.env.OWNER_URL, DEMO: '1', LOG_LEVEL: 'silent' }, [], '.')
    await startWorker({
      config: { ...config, webhookAllowLoopback: true },
      log: { warn() {}, error() {}, info() {} },
      databaseUrl: process.env.URL,
      ownerUrl: process.env.OWNER_URL,
      masterKey: Buffer.from(process.env.MASTER, 'base64'),
      simulatorKeys: { publishableKey: '', secretKey: '' },
    })
    process.stdout.write('ready')`
  const master = delivering.testApp.parts.masterKey.toString('base64')
  const env = { ...process.env, URL: databaseUrl, OWNER_URL: ownerUrl, MASTER: master }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url).pathname,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  open.push({ close: async () => child.kill('SIGKILL') })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}
