import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Refund } from '#contract/refunds.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { Answer } from '#test/test-app.ts'
import { settleRefund } from './jobs.ts'
import { openRefunding, type Refunding } from './fixtures.ts'

/** Refunds through the merchant's calls and the real simulated provider; jobs are run by hand, one at a time. */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())
afterEach(() => {
  back.paying.provider.away = false
  back.paying.clock.now = null
})

const refundOf = (answer: Answer) => answer.body.content as unknown as Refund
const errorsOf = (answer: Answer) =>
  answer.body['errors'] as { path: string; reason: string; params: object; text: string }[]
const status = async (orderRef: string) => (await back.read(orderRef)).refundDetails.map((one) => one.refund_status)

describe('a full refund', () => {
  it('is reserved at once, refunded by the provider and posted; the fee is kept', async () => {
    const orderRef = await back.paid()
    const asked = await back.ask(orderRef, { note: 'as agreed' })
    expect(asked.body).toMatchObject({ message: 'Refund Created successfully' })
    expect(refundOf(asked)).toMatchObject({
      amount: 100,
      currency: 'SGD',
      refund_status: 'PENDING',
      note: 'as agreed',
      manual: false,
    })
    expect(await back.read(orderRef)).toMatchObject({ captured: 100, refunding: 100, refunded: 0, amountToRefund: 0 })
    expect(await back.findings()).toEqual([])

    const { refund_id } = refundOf(asked)
    await back.settle(refund_id)
    const read = await back.read(orderRef)
    expect(read).toMatchObject({ refunded: 100, refunding: 0, amountToRefund: 0 })
    expect(read.refundDetails).toMatchObject([
      { refund_status: 'SUCCESS', psp_refund_id: expect.stringMatching(/^sim_/) },
    ])
    expect(read.refundDetails[0]?.timeline.map(({ event }) => event)).toEqual(['refund_asked', 'refund_succeeded'])
    expect(await back.lines(refund_id)).toEqual({
      'refund.asked merchant_pending': '10000',
      'refund.asked refund_clearing': '-10000',
      'refund.succeeded refund_clearing': '10000',
      'refund.succeeded psp_receivable:SIMULATOR': '-10000',
    })
    // 3.20 and 0.26 of fee and tax were kept of the payment, and are not given back.
    expect(await back.paying.read(orderRef)).toMatchObject({ refunded: 100, fee: 3.2, fee_tax: 0.26, net: -3.46 })
    expect(await back.witnessed(orderRef)).toEqual([{ key: refund_id, amount: '10000', status: 'succeeded' }])
    expect(await back.findings()).toEqual([])

    const again = await back.ask(orderRef)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ status_reason: 'INVALID_PAYMENT_REQUEST_REFUND_NOT_ALLOWED' })
    expect(errorsOf(again)).toMatchObject([{ params: { left: '0.00', currency: 'SGD' } }])
  })

  it('refunds what is left after other refunds, and nothing when the caller expected another amount', async () => {
    const orderRef = await back.paid()
    await back.settle(await back.refund(orderRef, { type: 'partial', amount: 30 }))
    const outdated = await back.ask(orderRef, { amount: 100 })
    expect(outdated.status).toBe(400)
    expect(errorsOf(outdated)).toMatchObject([
      {
        path: 'amount',
        reason: 'more_than_left',
        params: { left: '70.00', currency: 'SGD' },
        text: '70.00 SGD of this payment is left to refund.',
      },
    ])
    expect(refundOf(await back.ask(orderRef, { amount: 70 }))).toMatchObject({ amount: 70, refund_type: 'full' })
  })
})

describe('partial refunds', () => {
  it('of equal amounts are two for two idempotency keys, and one for one key sent many times', async () => {
    const orderRef = await back.paid()
    const body = { type: 'partial', amount: 20 }
    const key = crypto.randomUUID()
    const same = await Promise.all(Array.from({ length: 5 }, () => back.ask(orderRef, body, key)))
    const taken = same.filter(({ status }) => status === 200)
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1)
    expect(refundOf(await back.ask(orderRef, body)).refund_id).not.toBe(refundOf(taken[0] as Answer).refund_id)
    expect(await back.read(orderRef)).toMatchObject({ refunding: 40, amountToRefund: 60 })
    expect((await back.ask(orderRef, { type: 'partial', amount: 21 }, key)).status).toBe(422)
  })

  it.each([
    ['more than is left', { type: 'partial', amount: 100.01 }, 'INVALID_AMOUNT', 'more_than_left'],
    ['another currency', { type: 'partial', amount: 10, currency: 'MYR' }, 'INVALID_AMOUNT', 'other_currency'],
    ['too many decimals', { type: 'partial', amount: 0.001 }, 'INVALID_AMOUNT', 'too_many_decimals'],
    ['nothing', { type: 'partial', amount: 0 }, 'INVALID_AMOUNT', 'not_positive'],
    ['no amount', { type: 'partial' }, 'INVALID_REQUEST_DATA', 'required'],
    ['no reason', { reason: undefined }, 'INVALID_REQUEST_DATA', 'required'],
  ])('of %s are refused in words, and change nothing', async (_what, body, reason, field) => {
    const orderRef = await shared()
    const answer = await back.ask(orderRef, body)
    expect([answer.status, answer.body['status_reason']]).toEqual([400, reason])
    expect(errorsOf(answer)[0]?.reason).toBe(field)
    expect(await back.read(orderRef)).toMatchObject({ amountToRefund: 100, refundDetails: [] })
  })
  let untouched: string | undefined
  const shared = async () => (untouched ??= await back.paid())

  it('need an idempotency key', async () => {
    const answer = await back.ask(await shared(), {}, null)
    expect([answer.status, answer.body['status_reason']]).toEqual([400, 'MISSING_MANDATORY_FIELD'])
  })
})

it('a payment that took no money has nothing to refund', async () => {
  const link = await back.paying.link({})
  const { orderRef } = await back.paying.start(link, { token: await back.paying.simulator.token('4000000000009995') })
  expect((await back.ask(orderRef)).status).toBe(409)
  await back.paying.settle(orderRef)
  expect((await back.ask(orderRef)).status).toBe(409)
})

describe('twenty at the same time, ten times', () => {
  it.each([
    ['full ones', () => ({})],
    ['60 % each', () => ({ type: 'partial', amount: 60 })],
    ['random ones', () => ({ type: 'partial', amount: Math.ceil(Math.random() * 4_000) / 100 })],
  ])(
    '%s: never more than came in, and as much as fits',
    async (_what, wish) => {
      for (let round = 0; round < (_what === 'random ones' ? 4 : 3); round++) {
        const orderRef = await back.paid()
        const wishes = Array.from({ length: 20 }, wish) as { amount?: number }[]
        const answers = await Promise.all(wishes.map((body) => back.ask(orderRef, body)))
        const { refunding, amountToRefund } = await back.read(orderRef)
        expect(refunding).toBeLessThanOrEqual(100)
        expect(answers.map(({ status }) => status).filter((code) => ![200, 400, 409].includes(code))).toEqual([])
        // Each refused amount exceeds what is left.
        for (const [index, { amount = 100 }] of wishes.entries())
          if (answers[index]?.status !== 200) expect(amount).toBeGreaterThan(amountToRefund)
        const taken = answers.flatMap((answer) => (answer.status === 200 ? [refundOf(answer)] : []))
        await Promise.all(taken.map(({ refund_id }) => back.settle(refund_id)))
        const there = await back.witnessed(orderRef)
        expect(there.map(({ key }) => key).toSorted()).toEqual(taken.map(({ refund_id }) => refund_id).toSorted())
        expect(there.every((one) => one.status === 'succeeded')).toBe(true)
        expect((await back.read(orderRef)).refunded).toBeCloseTo(
          taken.reduce((sum, { amount }) => sum + amount, 0),
          2,
        )
      }
      expect(await back.findings()).toEqual([])
    },
    60_000,
  )
})

describe('the provider', () => {
  it('refuses a refund: the money is released, the reason is shown, and another refund may follow', async () => {
    const orderRef = await back.paid('4000000000006017')
    const refundId = await back.refund(orderRef)
    await back.settle(refundId)
    const { refundDetails, amountToRefund } = await back.read(orderRef)
    expect(amountToRefund).toBe(100)
    expect(refundDetails).toMatchObject([
      { refund_status: 'FAIL', fail_reason: 'BANK_REFUSED_TRANSACTION', channel_text: 'The bank refused the refund.' },
    ])
    expect(await back.lines(refundId)).toMatchObject({ 'refund.failed merchant_pending': '-10000' })
    await back.refund(orderRef, { type: 'partial', amount: 1 })
    expect(await back.findings()).toEqual([])
  })

  it.each([
    ['pending, then done', '4000000000006025', 'SUCCESS'],
    ['pending, then refused', '4000000000006041', 'FAIL'],
    ['done, and answered with an error', '4000000000006066', 'SUCCESS'],
    ['done, without an answer', '4000000000006058', 'SUCCESS'],
  ])('%s: it is asked how it went, and the refund is made once', async (_what, card, end) => {
    const orderRef = await back.paid(card)
    const refundId = await back.refund(orderRef)
    await back.settle(refundId)
    expect(await status(orderRef)).toEqual(['PENDING'])
    await expect
      .poll(async () => {
        await back.settle(refundId)
        return status(orderRef)
      })
      .toEqual([end])
    expect(await back.witnessed(orderRef)).toHaveLength(1)
    expect(await back.findings()).toEqual([])
  })

  it('is unreachable: the outcome stays unknown, the refund is not repeated, and the job polls less and less often', async () => {
    const orderRef = await back.paid()
    back.paying.provider.away = true
    const refundId = await back.refund(orderRef)
    await back.settle(refundId)
    await back.settle(refundId)
    expect(await status(orderRef)).toEqual(['PENDING'])
    back.paying.provider.away = false
    await runJobs(back.paying.testApp, { names: [settleRefund.name], until: new Date(Date.now() + 60_000) })
    expect(await status(orderRef)).toEqual(['SUCCESS'])
    expect(await back.witnessed(orderRef)).toHaveLength(1)
  })
})

describe('call-backs', () => {
  it('end a refund before the job does; repeated, late and out of order they change nothing more', async () => {
    const orderRef = await back.paid('4000000000006025')
    const refundId = await back.refund(orderRef)
    const event = crypto.randomUUID()
    expect(await back.callBack(refundId, 'succeeded', event)).toBe(200)
    const ended = await back.read(orderRef)
    expect(ended.refundDetails).toMatchObject([{ refund_status: 'SUCCESS' }])
    for (const late of ['succeeded', 'pending', 'declined'] as const)
      expect(await back.callBack(refundId, late)).toBe(200)
    expect(await back.callBack(refundId, 'succeeded', event)).toBe(200)
    await back.settle(refundId)
    expect(await back.read(orderRef)).toEqual(ended)
    expect(await back.findings()).toEqual([])
  })

  it('concurrent with the job: one outcome, posted once', async () => {
    for (let round = 0; round < 10; round++) {
      const orderRef = await back.paid()
      const refundId = await back.refund(orderRef)
      await Promise.all([
        back.settle(refundId),
        back.callBack(refundId),
        back.callBack(refundId),
        back.settle(refundId),
      ])
      expect(await status(orderRef)).toEqual(['SUCCESS'])
      expect(await back.witnessed(orderRef)).toHaveLength(1)
    }
    expect(await back.findings()).toEqual([])
  })

  it("are kept with the refund's payment, without secrets", async () => {
    const orderRef = await back.paid()
    const refundId = await back.refund(orderRef)
    await back.callBack(refundId)
    const { merchant } = back.paying
    const answer = await back.paying.testApp.call(
      back.session,
      'GET',
      `/merchant/${merchant.key}/webhookdata/${orderRef}`,
    )
    const { channelEvents } = answer.body.content as unknown as { channelEvents: { body: string }[] }
    expect(channelEvents).toMatchObject([{ outcome: 'refund_succeeded', effect: 'applied', refund_id: refundId }])
    expect(JSON.parse(channelEvents[0]?.body ?? '')).toMatchObject({ type: 'refund.succeeded', key: refundId })
  })
})
