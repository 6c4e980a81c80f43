import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { createPaymentLink } from '#server/payment-links/create.ts'
import { cancelPaymentLink } from '#server/payment-links/cancel.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { traceOf } from '#server/kit/process/trace.ts'
import { deliverWebhook, queueWaiting } from './deliver.ts'
import { makeWait } from './deliveries.ts'
import { lockWebhook } from './queries.ts'
import { openReceiver, openDelivering, type Answer, type Received, type Delivering } from './fixtures.ts'
import { resendFor } from './resend.ts'
import { resetSecret, signingSecrets } from './secret.ts'

/** Deliveries under a clock that the test moves: each job runs at its time, without real waiting. */
let delivering: Delivering
const open: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  delivering = await openDelivering()
})
afterAll(async () => {
  await delivering.close()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((one) => one.close()))
  expect(delivering.failures).toEqual([])
})

async function receiver(answer?: (received: Received, before: number) => Answer | Promise<Answer>) {
  const opened = await openReceiver(answer)
  open.push(opened)
  return opened
}
/** A merchant with one webhook for payments, and the secret that its receiver knows. */
async function merchantWith(url: string) {
  const merchant = await delivering.newMerchant()
  const { secret } = await delivering.inScope(merchant.owner, resetSecret)
  const webhookId = await delivering.newWebhook(merchant.owner, url)
  return { ...merchant, webhookSecret: secret, webhookId }
}
const setTime = (time: Date) => vi.setSystemTime(time)
const after = (seconds: number) => new Date(Date.now() + seconds * 1000)
const runFor = (seconds: number) => delivering.runUntil(after(seconds), setTime)
const verifies = (secret: string, { body, headers }: Received) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
const [minute, hour, day] = [60, 3600, 86_400]

describe('a delivery', () => {
  it('carries the body as of its event, signed so that the standard package verifies it', async () => {
    const at = await receiver((received) => (verifies(webhookSecret, received) ? 204 : 400))
    const { owner, webhookSecret } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    await runFor(1)
    expect(await delivering.deliveriesOf(owner)).toMatchObject([
      { state: 'delivered', attempts: 1, claimed_until: null },
    ])
    const [stored] = await delivering.sql<{ body: string; event_id: string }>(
      'select * from webhook_events where merchant_id = $1',
      [owner.merchantId],
    )
    expect(at.received).toMatchObject([{ body: stored?.body, id: stored?.event_id }])
    expect(at.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    // The trace of the request that caused it.
    expect(at.received[0]?.headers['traceparent']).toMatch(new RegExp(`^00-${traceOf('test')}-[0-9a-f]{16}-01$`))
    const tampered = { ...(at.received[0] as Received), body: at.received[0]?.body.replace('1', '2') ?? '' }
    expect(verifies(webhookSecret, tampered)).toBe(false)
  })

  it('of a payment link carries the hash that older integrations check, by the merchant’s secret', async () => {
    const at = await receiver()
    const { owner, key, secret } = await merchantWith(at.url)
    await delivering.newWebhook(owner, at.url, 'payment_link')
    await delivering.inScope(owner, async (ctx) => {
      const order = {
        merchant_order_id: 'Ördér &1',
        amount: 10_050n,
        currency: 'SGD',
        success_url: 'https://shop.example',
      }
      const body = { ...order, chaipay_key: key }
      const link = await createPaymentLink(ctx, body as Parameters<typeof createPaymentLink>[1])
      await cancelPaymentLink(ctx, link.link_ref)
    })
    await runFor(1)
    const sent = at.received.map(({ body }) => JSON.parse(body) as Record<string, string>)
    expect(sent).toMatchObject([
      { status: 'Cancelled', amount: 100.5, currency: 'SGD', merchant_order_ref: 'Ördér &1' },
    ])
    const { amount, countryCode, currency, link_ref, merchant_order_ref, status, signature_hash } = sent[0] ?? {}
    const signed = { amount: String(amount), country_code: String(countryCode), currency: String(currency) }
    const named = { link_ref: String(link_ref), merchant_order_ref: String(merchant_order_ref), status: String(status) }
    expect(signature_hash).toBe(legacyHash({ ...signed, ...named }, secret))
  })

  it('goes to each enabled webhook of its type, and is not stored when there is none', async () => {
    const [one, two, other] = [await receiver(), await receiver(), await receiver()]
    const { owner } = await merchantWith(one.url)
    await delivering.newWebhook(owner, two.url)
    await delivering.newWebhook(owner, other.url, 'payment_link')
    const stranger = await merchantWith(other.url)
    await delivering.happen(owner, 'p1', 1)
    await runFor(1)
    expect([one.received.length, two.received.length, other.received.length]).toEqual([1, 1, 0])
    expect(await delivering.deliveriesOf(stranger.owner)).toEqual([])
    const none = await delivering.newMerchant()
    await delivering.happen(none.owner, 'p1', 1)
    expect(await delivering.sql('select from webhook_events where merchant_id = $1', [none.owner.merchantId])).toEqual(
      [],
    )
  })
})

describe('attempts', () => {
  it('follow the schedule to the seventh day under one webhook-id, then the delivery has failed', async () => {
    const at = await receiver((received) => (verifies(webhookSecret, received) && isTried(received) ? 500 : 200))
    const isTried = ({ json }: Received) => json.objectRef === 'p1'
    const { owner, webhookSecret } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    const started = Date.now()
    await runFor(4 * day)
    await delivering.happen(owner, 'taken', 1)
    await runFor(2.9 * day)
    const tried = () => at.received.filter(isTried)
    const gaps = tried().map(({ at: time }, index) => (time - (tried()[index - 1]?.at ?? started)) / 1000)
    const schedule = [0, 5, 30, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day, day]
    expect(gaps.length).toBeGreaterThanOrEqual(schedule.length)
    for (const [index, wanted] of schedule.entries()) {
      expect(gaps[index], `attempt ${index}`).toBeGreaterThanOrEqual(wanted * 0.9)
      expect(gaps[index], `attempt ${index}`).toBeLessThanOrEqual(wanted * 1.1 + 0.1)
    }
    expect(new Set(tried().map(({ id }) => id)).size).toBe(1)
    await runFor(3 * day)
    expect(await delivering.deliveriesOf(owner)).toMatchObject([
      { state: 'failed', next_attempt_at: null, claimed_until: null },
      { state: 'delivered' },
    ])
    expect((tried().at(-1)?.at ?? 0) - started).toBeLessThanOrEqual(7 * day * 1000)
    expect((await delivering.attemptsOf(owner)).length).toBe(at.received.length)
  })

  it('end after five days of only failures, which switch the webhook off; switched on, it has five days again', async () => {
    const at = await receiver((_, before) => (before % 2 === 0 ? 500 : 'drop'))
    const { owner, webhookId, ...merchant } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    await runFor(4.9 * day)
    const enabled = async () =>
      (await delivering.sql('select enabled from webhooks where webhook_id = $1', [webhookId]))[0]
    expect(await enabled()).toEqual({ enabled: true })
    await runFor(1.2 * day)
    expect(await enabled()).toEqual({ enabled: false })
    expect(await delivering.deliveriesOf(owner)).toMatchObject([{ state: 'disabled', next_attempt_at: null }])
    expect(await delivering.sql('select action, why from audit_events where object_ref = $1', [webhookId])).toEqual([
      { action: 'webhook.switch-off', why: 'only failures for 5 days' },
    ])
    const session = await delivering.testApp.signIn(merchant)
    const body = { uuid: webhookId, name: 'again', url: at.url, type: 'payment', enabled: true }
    const answer = await delivering.testApp.call(
      session,
      'PUT',
      `/merchants/${session.merchant.key}/update-webhook`,
      body,
    )
    expect(answer.status, answer.text).toBe(200)
    await delivering.happen(owner, 'p2', 1)
    await runFor(day)
    expect(await enabled()).toEqual({ enabled: true })
  })

  it('wait as long as Retry-After asks, and end with the first 2xx', async () => {
    const answers: Answer[] = [{ status: 429, headers: { 'retry-after': '600' } }, 302, 503, 201]
    const at = await receiver((_, before) => answers[before] ?? 500)
    const { owner } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    await runFor(2 * hour)
    expect(((at.received[1]?.at ?? 0) - (at.received[0]?.at ?? 0)) / 1000).toBeGreaterThanOrEqual(600)
    expect(at.received.length).toBe(4)
    expect((await delivering.attemptsOf(owner)).map(({ status }) => status)).toEqual([429, 302, 503, 201])
    expect(await delivering.deliveriesOf(owner)).toMatchObject([{ state: 'delivered', attempts: 4 }])
  })

  it('cause one notification when they fail for an hour, and another only after a success', async () => {
    const failing = new Set([500])
    const at = await receiver(() => [...failing][0] ?? 200)
    const { owner } = await merchantWith(at.url)
    const told = async () =>
      (
        await delivering.sql<{ kind: string }>('select kind from notices where merchant_id = $1 order by notice_id', [
          owner.merchantId,
        ])
      ).map(({ kind }) => kind)
    await delivering.happen(owner, 'p', 1)
    await runFor(50 * minute)
    expect(await told()).toEqual([])
    await runFor(12 * hour)
    expect(await told()).toEqual(['webhook_failing'])
    failing.clear()
    await runFor(2 * day)
    failing.add(500)
    await delivering.happen(owner, 'q', 1)
    await runFor(12 * hour)
    expect(await told()).toEqual(['webhook_failing', 'webhook_failing'])
    failing.clear()
    failing.add(410)
    await runFor(day)
    expect(await told()).toEqual(['webhook_failing', 'webhook_failing', 'webhook_switched_off'])
  })

  it('end at 410, which switches the webhook and all that is pending for it off', async () => {
    const at = await receiver((_, before) => (before === 0 ? 500 : 410))
    const well = await receiver()
    const { owner, webhookId } = await merchantWith(at.url)
    await delivering.newWebhook(owner, well.url)
    for (const [n, ref] of ['p1', 'p1', 'p2'].entries()) await delivering.happen(owner, ref, n)
    await runFor(day)
    const rows = await delivering.sql<{ state: string }>('select state from webhook_deliveries where webhook_id = $1', [
      webhookId,
    ])
    expect(rows.map(({ state }) => state)).toEqual(['disabled', 'disabled', 'disabled'])
    expect(await delivering.sql('select enabled from webhooks where webhook_id = $1', [webhookId])).toEqual([
      { enabled: false },
    ])
    expect(at.received.length).toBe(2)
    expect(well.received.length).toBe(3)
    await delivering.happen(owner, 'p3', 1)
    await runFor(day)
    expect([at.received.length, well.received.length]).toEqual([2, 4])
    expect(await delivering.sql('select action, why from audit_events where object_ref = $1', [webhookId])).toEqual([
      { action: 'webhook.switch-off', why: '410 Gone' },
    ])
  })

  it('end when the webhook is switched off or deleted, and each delivery is disabled at its time', async () => {
    for (const off of ['enabled = false', 'deleted_at = now()']) {
      const at = await receiver(() => 500)
      const { owner, webhookId } = await merchantWith(at.url)
      for (const ref of ['p1', 'p1', 'p2']) await delivering.happen(owner, ref, 1)
      await runFor(1)
      await delivering.sql(`update webhooks set ${off} where webhook_id = $1`, [webhookId])
      const states = async () => (await delivering.deliveriesOf(owner)).map(({ state }) => state)
      expect(await states()).toEqual(['pending', 'pending', 'pending'])
      await runFor(10)
      expect(await states()).toEqual(['disabled', 'disabled', 'disabled'])
      expect(at.received.length).toBe(2)
    }
  })

  it('record the network error when there is no answer, and the beginning of an answer', async () => {
    const gone = await openReceiver()
    await gone.close()
    const { owner } = await merchantWith(gone.url)
    await delivering.newWebhook(owner, (await receiver()).url)
    await delivering.happen(owner, 'p1', 1)
    await runFor(1)
    const attempts = await delivering.attemptsOf(owner)
    expect(attempts.find(({ url }) => url === gone.url)).toMatchObject({ status: 0, fault: 'connection' })
    expect(attempts.find(({ url }) => url !== gone.url)).toMatchObject({ status: 200, fault: '', response: 'noted' })
  })

  it('never reach a private address, whatever was saved, nor the loopback address in live', async () => {
    const trap = await receiver()
    const { owner } = await delivering.newMerchant('live')
    await delivering.newWebhook(owner, trap.url)
    await delivering.newWebhook(owner, trap.url.replace('http:', 'https:'))
    await delivering.newWebhook(owner, 'https://169.254.169.254/latest')
    const sandbox = await delivering.newMerchant()
    await delivering.newWebhook(sandbox.owner, 'https://10.0.0.1/hook')
    await delivering.newWebhook(sandbox.owner, `https://127.1:${trap.port}/hook`)
    for (const one of [owner, sandbox.owner]) await delivering.happen(one, 'p1', 1)
    await runFor(1)
    const attempts = [...(await delivering.attemptsOf(owner)), ...(await delivering.attemptsOf(sandbox.owner))]
    expect(attempts.length).toBe(5)
    for (const attempt of attempts) expect(attempt).toMatchObject({ status: 0, fault: 'refused_address' })
    expect(trap.connections()).toBe(0)
  })
})

describe('the order', () => {
  it('holds for each object: a failed delivery goes before a later one, other objects do not wait', async () => {
    const at = await receiver(({ json }, before) => (json.objectRef === 'p1' && before < 6 ? 500 : 200))
    const { owner } = await merchantWith(at.url)
    for (const n of [1, 2, 3]) for (const ref of ['p1', 'p2']) await delivering.happen(owner, ref, n)
    await runFor(0)
    expect(at.received.map(({ json }) => `${json.objectRef}.${json.n}`)).toEqual(['p1.1', 'p2.1', 'p2.2', 'p2.3'])
    await runFor(hour)
    const ofFirst = at.received.filter(({ json }) => json.objectRef === 'p1').map(({ json }) => json.n)
    expect(ofFirst).toEqual([1, 1, 1, 1, 2, 3])
    expect((await delivering.deliveriesOf(owner)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('gives no place to a delivery that waits for its order', async () => {
    const held = Promise.withResolvers<Answer>()
    const at = await receiver(({ json }) => (json.objectRef === 'p1' ? held.promise : 200))
    const { owner, webhookId } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 0)
    const first = await delivering.takeJob(owner)
    const running = runJob(deliverWebhook, first, delivering.parts, new AbortController().signal)
    await expect.poll(() => at.received.length, { timeout: 10_000 }).toBe(1)
    for (let n = 1; n < 10; n += 1) await delivering.happen(owner, n < 9 ? 'p1' : 'p2', n)
    await delivering.inScope(owner, async (ctx) => {
      const webhook = await lockWebhook(ctx, webhookId)
      await makeWait(ctx, webhookId)
      if (webhook) await queueWaiting(ctx, webhook)
    })
    await runFor(0)
    expect(at.received.map(({ json }) => json.n)).toEqual([0, 9])
    held.resolve(200)
    await running
    await runFor(0)
    expect(at.received.map(({ json }) => json.n)).toEqual([0, 9, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('lets the next go when the one before has failed for good', async () => {
    const at = await receiver(({ json }) => (json.n === 1 ? 500 : 200))
    const { owner } = await merchantWith(at.url)
    for (const n of [1, 2]) await delivering.happen(owner, 'p1', n)
    await runFor(4 * day)
    await delivering.happen(owner, 'taken', 2)
    await runFor(4 * day)
    expect((await delivering.deliveriesOf(owner)).map(({ state }) => state)).toEqual([
      'failed',
      'delivered',
      'delivered',
    ])
  })
})

describe('a claim', () => {
  it('writes nothing once it was overtaken: the later attempt counts', async () => {
    const first = Promise.withResolvers<Answer>()
    const at = await receiver((_, before) => (before === 0 ? first.promise : 500))
    const { owner } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    const data = await delivering.takeJob(owner)
    const run = () => runJob(deliverWebhook, data, delivering.parts, new AbortController().signal)
    const overtaken = run()
    await expect.poll(() => at.received.length, { timeout: 10_000 }).toBe(1)
    await run()
    expect(at.received.length, 'while it holds nobody else sends').toBe(1)
    setTime(after(minute))
    await run()
    first.resolve(200)
    await overtaken
    expect(await delivering.deliveriesOf(owner)).toMatchObject([{ state: 'pending', attempts: 1 }])
    expect((await delivering.attemptsOf(owner)).map(({ status }) => status)).toEqual([500])
    expect(new Set(at.received.map(({ id }) => id)).size).toBe(1)
  })
})

describe('the result of an attempt', () => {
  it('is not lost, and the attempt not repeated, when the database is unreachable at that moment', async () => {
    const at = await receiver()
    const { owner } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    const data = await delivering.takeJob(owner)
    let asked = 0
    const { database: real } = delivering.parts
    const transaction: typeof real.transaction = (...wanted) => {
      asked += 1
      return asked === 2 || asked === 3 ? Promise.reject(new Error('away')) : real.transaction(...wanted)
    }
    const parts = { ...delivering.parts, database: { ...real, transaction } }
    await runJob(deliverWebhook, data, parts, new AbortController().signal)
    expect([asked, at.received.length]).toEqual([4, 1])
    expect(await delivering.deliveriesOf(owner)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('a secret that is replaced', () => {
  it('signs beside the new one for 24 hours and then no more', async () => {
    const at = await receiver()
    const { owner, webhookSecret: old } = await merchantWith(at.url)
    const { secret: next } = await delivering.inScope(owner, resetSecret)
    const known = async (seconds: number) => {
      await runFor(seconds)
      await delivering.happen(owner, 'p1', 1)
      await runFor(1)
      const last = at.received.at(-1) as Received
      return [old, next].map((secret) => verifies(secret, last))
    }
    expect(await known(0)).toEqual([true, true])
    expect(await known(limits.webhookSecretOverlapHours * hour - 10)).toEqual([true, true])
    expect(await known(20)).toEqual([false, true])
  })

  it('is made once when two need the first one at the same time, and is stored encrypted', async () => {
    const { owner } = await delivering.newMerchant()
    let second: Promise<string[]> = Promise.resolve([])
    const first = await delivering.inScope(owner, async (ctx) => {
      const made = await signingSecrets(ctx)
      second = delivering.inScope(owner, signingSecrets)
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_secrets%'"
      await expect.poll(() => delivering.sql(waiting)).toHaveLength(1)
      return made
    })
    expect(first).toHaveLength(1)
    expect(await second).toEqual(first)
    const kept = await delivering.sql<{ secret_sealed: Buffer }>(
      'select * from webhook_secrets where merchant_id = $1',
      [owner.merchantId],
    )
    expect(kept).toHaveLength(1)
    expect(kept[0]?.secret_sealed.includes(first[0] as string)).toBe(false)
  })
})

describe('sending again', () => {
  const resend = (owner: Owner, refs = ['p1']) => delivering.inScope(owner, (ctx) => resendFor(ctx, refs))

  it('repeats the newest event of each object under its webhook-id, delivered or failed, with all attempts again', async () => {
    let healthy = true
    const at = await receiver(({ json }) => (healthy || json.objectRef === 'taken' ? 200 : 500))
    const { owner } = await merchantWith(at.url)
    for (const n of [1, 2]) await delivering.happen(owner, 'p1', n)
    await delivering.happen(owner, 'link', 1)
    await runFor(1)
    await resend(owner, ['p1', 'link'])
    await runFor(1)
    const [, second, link, ...again] = at.received.map(({ id, json }) => `${id} ${json.objectRef} ${json.n}`)
    expect(new Set(again)).toEqual(new Set([second, link]))
    healthy = false
    await runFor(minute)
    await resend(owner)
    await runFor(4 * day)
    await delivering.happen(owner, 'taken', 1)
    await runFor(4 * day)
    expect((await delivering.deliveriesOf(owner))[1]).toMatchObject({ state: 'failed' })
    healthy = true
    await resend(owner)
    await runFor(1)
    expect((await delivering.deliveriesOf(owner))[1]).toMatchObject({ state: 'delivered', attempts: 1 })
    expect(new Set(at.received.filter(({ json }) => json.n === 2).map(({ id }) => id)).size).toBe(1)
  })

  it("sends the object's pending deliveries at once, in order, and leaves no second attempt behind", async () => {
    let healthy = false
    const at = await receiver(() => (healthy ? 200 : 500))
    const { owner } = await merchantWith(at.url)
    for (const n of [1, 2]) await delivering.happen(owner, 'p1', n)
    await runFor(3 * hour)
    healthy = true
    const before = at.received.length
    await resend(owner)
    await runFor(1)
    expect(at.received.slice(before).map(({ json }) => json.n)).toEqual([1, 2])
    await runFor(8 * day)
    expect(at.received.length).toBe(before + 2)
  })

  it('leaves one job behind, however often it is requested', async () => {
    const at = await receiver(() => 500)
    const { owner } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    for (let times = 0; times < 5; times += 1) {
      await runFor(3 * minute)
      await resend(owner)
    }
    await runFor(2 * day)
    expect(delivering.jobsOf(owner)).toBe(1)
    const times = at.received.map((received) => received.at)
    expect(new Set(times).size).toBe(times.length)
  })

  it('is refused within ten seconds of the last time, when there is nothing to send, and for another’s', async () => {
    const at = await receiver()
    const { owner, webhookId } = await merchantWith(at.url)
    await delivering.happen(owner, 'p1', 1)
    await runFor(1)
    await resend(owner)
    const outcomes = await Promise.allSettled([resend(owner), resend(owner)])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { fault: 'tooFast' } })
    await runFor(limits.resendSeconds + 1)
    const atOnce = await Promise.allSettled(Array.from({ length: 5 }, () => resend(owner)))
    expect(atOnce.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    await runFor(1)
    const stranger = await delivering.newMerchant()
    await expect(resend(stranger.owner)).rejects.toMatchObject({ fault: 'notFound' })
    await expect(resend(owner, ['p2'])).rejects.toMatchObject({ fault: 'notFound' })
    await delivering.sql('update webhooks set enabled = false where webhook_id = $1', [webhookId])
    await runFor(minute)
    await expect(resend(owner)).rejects.toMatchObject({ fault: 'notFound' })
    await runFor(day)
    expect(at.received.length).toBe(3)
  })
})

/** The hash as a merchant's server computes it; it shares no code with the implementation. */
function legacyHash(fields: Record<string, string>, secret: string): string {
  const text = new URLSearchParams(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return createHmac('sha256', secret).update(text).digest('base64')
}
