import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import type { Outcome } from '#server/providers/provider.ts'
import { askedOf } from '#server/providers/simulator/fixtures.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { finishPayment } from './finish.ts'
import { openPaying, type Paying } from './fixtures.ts'

/** Payments of 100 SGD by a card that is only authorised, whatever is asked for. */
const onlyAuthorises = '4000000000005035'
let paying: Paying
let session: TestSession
beforeAll(async () => {
  paying = await openPaying()
  session = await paying.testApp.signIn(paying.merchant)
})
afterEach(() => {
  paying.testApp.serveParts.services.provider = () => paying.provider
  paying.provider.away = false
})
afterAll(() => paying.close())

const authorised = async () => {
  const link = await paying.link({})
  const { orderRef, text } = await paying.start(link, { token: await paying.simulator.token(onlyAuthorises) })
  if (!orderRef) throw new Error(text)
  await paying.settle(orderRef)
  expect((await paying.read(orderRef)).status).toBe('Authorized')
  return { link, orderRef }
}
const ask = (act: 'capture' | 'void', orderRef: string, who = session): Promise<Answer> =>
  paying.testApp.call(who, 'POST', `/api/payments/${who.merchant.key}/${orderRef}/${act}`, {})
const finish = (orderRef: string) => {
  const data = { merchantId: paying.merchant.merchantId, environment: 'sandbox', orderRef, asks: 0 }
  return runJob(finishPayment as never, data, paying.testApp.serveParts, new AbortController().signal)
}
const witnessed = async (orderRef: string) => {
  const { json } = await paying.simulator.call('/v1/witness?from=1')
  const { effects } = json as { effects: Record<string, string>[] }
  return effects.filter((effect) => effect['type'] === 'capture' && effect['payment_key'] === orderRef).length
}
const atProvider = (orderRef: string) => paying.simulator.provider.status(askedOf(orderRef), AbortSignal.timeout(5_000))
const events = async (orderRef: string) => (await paying.read(orderRef)).timeline.map(({ event }) => event)

describe('an authorised payment', () => {
  it('is captured whole and once, and booked like any other', async () => {
    const { link, orderRef } = await authorised()
    const answer = await ask('capture', orderRef)
    expect(answer.body).toMatchObject({ message: 'Payment is being captured' })
    expect(answer.body.content).toMatchObject({ status: 'Authorized', finish: 'capture' })
    expect((await ask('capture', orderRef)).status).toBe(200)
    await Promise.all([finish(orderRef), finish(orderRef)])
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Success', amount: 100, net: 96.54, late: false })
    expect((await ask('capture', orderRef)).status).toBe(200)
    await finish(orderRef)
    expect(await witnessed(orderRef)).toBe(1)
    expect(await paying.linkState(link)).toBe('success')
    expect(await events(orderRef)).toEqual(expect.arrayContaining(['capture_asked', 'captured']))
    expect(await paying.findings()).toEqual([])
  })

  it('is released by a void: failed, nothing booked, and its link can be paid again', async () => {
    const { link, orderRef } = await authorised()
    expect((await ask('void', orderRef)).body.content).toMatchObject({ finish: 'void' })
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({
      status: 'Failed',
      status_reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
      postings: [],
    })
    expect(await atProvider(orderRef)).toMatchObject({ kind: 'declined' })
    expect((await ask('void', orderRef)).status).toBe(200)
    expect((await ask('capture', orderRef)).status).toBe(409)
    expect((await paying.start(link, { method: 'WALLET' })).status).toBe(200)
    expect(await paying.findings()).toEqual([])
  })

  it('that was voided has failed for that reason, whatever the provider calls it', async () => {
    const { orderRef } = await authorised()
    const facts = {
      providerRef: 'x',
      reason: 'BANK_REFUSED_TRANSACTION',
      providerText: 'requested_by_customer',
    } as const
    const released = async (): Promise<Outcome> => ({ kind: 'declined', ...facts })
    paying.testApp.serveParts.services.provider = () => ({ ...paying.provider, void: released })
    await ask('void', orderRef)
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status_reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' })
  })

  it('of which both are asked at once ends in one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderRef } = await authorised()
      const [captured, voided] = await Promise.all([ask('capture', orderRef), ask('void', orderRef)])
      expect([captured.status, voided.status].toSorted((one, other) => one - other)).toEqual([200, 409])
      await Promise.all([finish(orderRef), paying.settle(orderRef), finish(orderRef)])
      await finish(orderRef)
      const { status } = await paying.read(orderRef)
      expect(status).toBe(captured.status === 200 ? 'Success' : 'Failed')
      expect((await atProvider(orderRef)).kind).toBe(captured.status === 200 ? 'captured' : 'declined')
    }
    expect(await paying.findings()).toEqual([])
  })

  it('whose capture is unknown is asked for, and not told again once it was captured', async () => {
    const { orderRef } = await authorised()
    const told: string[] = []
    const unknown: Outcome = { kind: 'unknown', why: 'the answer was lost' }
    const capture: typeof paying.provider.capture = async (request, signal) => {
      told.push(request.key)
      await paying.simulator.provider.capture(request, signal)
      return unknown
    }
    paying.testApp.serveParts.services.provider = () => ({ ...paying.provider, capture })
    await ask('capture', orderRef)
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Authorized', finish: 'capture' })
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Success' })
    expect(told).toEqual([`${orderRef}-c`])
  })

  it('that the provider does not capture stays authorised, and can be decided again', async () => {
    const { orderRef } = await authorised()
    const refused: Outcome = {
      kind: 'declined',
      providerRef: 'x',
      reason: 'EXCEEDED_MAX_LIMIT',
      providerText: 'Not now.',
    }
    const keys: string[] = []
    const capture: typeof paying.provider.capture = async ({ key }) => (keys.push(key), refused)
    paying.testApp.serveParts.services.provider = () => ({ ...paying.provider, capture })
    await ask('capture', orderRef)
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Authorized', finish: '' })
    expect((await paying.read(orderRef)).timeline.at(-1)).toMatchObject({
      event: 'capture_refused',
      facts: { note: 'Not now.' },
    })
    // A provider repeats its answer to a key, so that a new wish has a new one.
    await ask('capture', orderRef)
    await finish(orderRef)
    expect(keys).toEqual([`${orderRef}-c`, `${orderRef}-c2`])
    paying.testApp.serveParts.services.provider = () => paying.provider
    await ask('void', orderRef)
    await finish(orderRef)
    expect((await paying.read(orderRef)).status).toBe('Failed')
  })

  it('is finished when the provider is back, and found by the sweep when its job is lost', async () => {
    const { orderRef } = await authorised()
    paying.provider.away = true
    await ask('capture', orderRef)
    await finish(orderRef)
    paying.provider.away = false
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Authorized' })
    const parts = { ...paying.testApp.serveParts, declared: [finishPayment] }
    const owner = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
    paying.clock.now = new Date(Date.now() + 121_000)
    expect(await sweepJobs(parts, owner)).toBe(0)
    await paying.sql(`delete from pgboss.job where name = 'finish-payment' and data->>'merchantId' = $1::text`)
    expect(await sweepJobs(parts, owner)).toBe(1)
    paying.clock.now = null
    await finish(orderRef)
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Success' })
    expect(await witnessed(orderRef)).toBe(1)
  })

  it('never ends by our word: it stays authorised for as long as the provider says so', async () => {
    const { orderRef } = await authorised()
    paying.clock.now = new Date(Date.now() + 20 * 86_400_000)
    await paying.settle(orderRef)
    paying.clock.now = null
    expect((await paying.read(orderRef)).status).toBe('Authorized')
  })
})

it('only what is authorised is captured or released, by who may refund it, and both are in the audit log', async () => {
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, { token: await paying.simulator.token('4242424242424242') })
  await paying.settle(orderRef)
  for (const act of ['capture', 'void'] as const) expect((await ask(act, orderRef)).status).toBe(409)
  expect((await ask('capture', 'nothing')).status).toBe(404)
  const stranger = await paying.testApp.signIn(await paying.testApp.addMerchant())
  expect((await ask('void', orderRef, stranger)).status).toBe(404)
  const waiting = await authorised()
  await ask('void', waiting.orderRef)
  const acts = await paying.sql(
    `select action, result from audit_events where merchant_id = $1 and object_ref = '${waiting.orderRef}'
     and action in ('payment.capture', 'payment.void')`,
  )
  expect(acts).toEqual([{ action: 'payment.void', result: 'done' }])
})
