import { createHmac } from 'node:crypto'
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
const status = async (orderRef: string) => (await back.read(orderRef)).refundDetails.map((one) => one.refund_status)

it('a refund waits while its provider is unavailable, and is made once it is back', async () => {
  const orderRef = await back.paid()
  const { services } = back.paying.testApp.serveParts
  services.provider = () => ({
    ...back.paying.provider,
    refund: async () => ({ kind: 'unavailable', providerText: 'Too many requests.' }),
  })
  const refundId = await back.refund(orderRef)
  await back.settle(refundId)
  expect(await status(orderRef)).toEqual(['PENDING'])
  services.provider = () => back.paying.provider
  await back.settle(refundId)
  expect(await status(orderRef)).toEqual(['SUCCESS'])
  expect(await back.witnessed(orderRef)).toHaveLength(1)
})

describe('by hand', () => {
  const paidByTransfer = async () => {
    const link = await back.paying.link({})
    const { orderRef, text } = await back.paying.start(link, { method: 'BANK_TRANSFER' })
    if (!orderRef) throw new Error(text)
    await back.paying.settle(orderRef)
    await back.paying.simulator.act(orderRef, { act: 'approve' })
    await back.paying.callBack(orderRef)
    return orderRef
  }

  it('a refund that no provider can make waits for a manual outcome, and takes one', async () => {
    const orderRef = await paidByTransfer()
    const refundId = await back.refund(orderRef, { type: 'partial', amount: 40 })
    await back.settle(refundId)
    expect(await back.witnessed(orderRef)).toEqual([])
    expect((await back.read(orderRef)).refundDetails).toMatchObject([{ refund_status: 'PENDING', manual: true }])

    expect((await back.setStatus(refundId, 'SUCCESS', { signature: 'wrong' })).status).toBe(400)
    const done = await back.setStatus(refundId, 'SUCCESS')
    expect(refundOf(done)).toMatchObject({ refund_status: 'SUCCESS' })
    // The same request replayed, and the opposite outcome.
    expect((await back.setStatus(refundId, 'SUCCESS')).status).toBe(409)
    expect((await back.setStatus(refundId, 'FAIL')).status).toBe(409)
    expect(await back.read(orderRef)).toMatchObject({ refunded: 40, amountToRefund: 60 })
    const [audited] = await back.paying.sql<{ n: bigint }>(
      `select count(*) as n from audit_events where merchant_id = $1 and action = 'refund.set-status' and object_ref = '${refundId}' and result = 'done'`,
    )
    expect(audited?.n).toBe(1n)
    expect((await back.read(orderRef)).refundDetails[0]?.timeline.at(-1)).toMatchObject({
      event: 'refund_succeeded',
      actor: 'Test User',
      facts: { evidence: 'bank statement of today' },
    })
    expect(await back.findings()).toEqual([])
  })

  it('of two opposite manual outcomes at once one is taken, and the ledger agrees', async () => {
    for (let round = 0; round < 5; round++) {
      const orderRef = await paidByTransfer()
      const refundId = await back.refund(orderRef)
      const answers = await Promise.all([
        back.setStatus(refundId, 'SUCCESS'),
        back.setStatus(refundId, 'FAIL'),
        back.callBack(refundId),
      ])
      expect(answers.slice(0, 2).filter((answer) => (answer as Answer).status === 200).length).toBeLessThanOrEqual(1)
      expect(await status(orderRef)).toEqual([expect.stringMatching('SUCCESS|FAIL')])
    }
    expect(await back.findings()).toEqual([])
  })

  it('is refused for a refund at a provider, and asks for the password after five minutes', async () => {
    const orderRef = await back.paid()
    const refundId = await back.refund(orderRef)
    expect((await back.setStatus(refundId, 'SUCCESS')).status).toBe(409)
    await back.paying.sql(`update sessions set proved_at = now() - interval '6 minutes' where merchant_id = $1`)
    expect((await back.setStatus(refundId, 'SUCCESS')).body['status_reason']).toBe('STEP_UP_REQUIRED')
    await back.paying.sql(`update sessions set proved_at = now() where merchant_id = $1`)
  })
})

describe('late money', () => {
  it("is refunded from the account of held money without a user's action where the link says `refund`", async () => {
    const orderRef = await back.paidLate('refund')
    const [refund] = (await back.read(orderRef)).refundDetails
    expect(refund).toMatchObject({
      refund_status: 'PENDING',
      refund_reason: 'late payment',
      created_by: '',
      amount: 100,
    })
    await runJobs(back.paying.testApp, { names: [settleRefund.name] })
    expect(await status(orderRef)).toEqual(['SUCCESS'])
    expect(await back.lines(refund?.refund_id ?? '')).toMatchObject({ 'refund.asked late_suspense': '10000' })
    const [suspense] = await back.paying.sql<{ sum: bigint }>(
      `select coalesce(sum(amount_minor), 0)::bigint as sum from ledger_entries where merchant_id = $1 and account = 'late_suspense'`,
    )
    expect(suspense?.sum).toBe(0n)
    expect(await back.findings()).toEqual([])
  })

  it('is refunded on request while it is held, and held again when that refund fails', async () => {
    const orderRef = await back.paidLate('hold')
    expect(await status(orderRef)).toEqual([])
    const refundId = await back.refund(orderRef, { type: 'partial', amount: 25 })
    await back.callBack(refundId, 'declined')
    expect(await back.lines(refundId)).toMatchObject({
      'refund.asked late_suspense': '2500',
      'refund.failed late_suspense': '-2500',
    })
    expect(await back.findings()).toEqual([])
  })
})

it('each change publishes a signed webhook; a payment says whether more can be refunded', async () => {
  const { testApp, merchant } = back.paying
  for (const type of ['refund', 'payment'])
    await testApp.call(back.session, 'POST', `/merchants/${merchant.key}/webhooks`, {
      name: type,
      url: `http://127.0.0.1:9999/${type}`,
      type,
    })
  const orderRef = await back.paid()
  const refundId = await back.refund(orderRef, {
    type: 'partial',
    amount: 12.5,
    reason: 'goods returned',
    note: 'one shoe',
  })
  await back.settle(refundId)
  const events = await back.paying.sql<{ type: string; body: string }>(
    `select type, body from webhook_events where merchant_id = $1 and object_ref in ('${refundId}', '${orderRef}') order by event_id`,
  )
  const [payment, asked, done] = events.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(payment).toMatchObject({ is_refund_allowed: true, is_multi_refund_allowed: true })
  expect(asked).toMatchObject({ refund_id: refundId, refund_status: 'PENDING', payment_txn_ref: orderRef })
  expect(done).toMatchObject({
    amount: 12.5,
    currency: 'SGD',
    refund_status: 'SUCCESS',
    refund_type: 'partial',
    refund_reason: 'goods returned',
    description: 'one shoe',
    merchant_id: merchant.key,
    payment_channel: 'SIMULATOR',
    payment_method: 'CARD',
  })
  const message = `amount=12.5&currency=SGD&payment_txn_ref=${orderRef}&refund_id=${refundId}&refund_status=SUCCESS`
  expect(done?.['signature_hash']).toBe(createHmac('sha256', merchant.secret).update(message).digest('base64'))
})
