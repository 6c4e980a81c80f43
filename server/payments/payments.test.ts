import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeOf } from '#contract/kit/money.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { applyOutcome } from './apply-outcome.ts'
import { settlePayment } from './jobs.ts'

/** Payments through the shopper's calls and the real simulated provider; jobs are run by hand, one at a time. */
let testApp: TestApp
let simulator: TestSimulator
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 20 })
  testApp = await openTestApp()
  // The channel of these merchants is the fixtures' provider.
  testApp.serveParts.services.provider = () => simulator.provider
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
})
afterAll(async () => {
  await testApp.close()
  await simulator.close()
})

interface AttemptContent {
  order_ref: string
  state: string
  reason: string
  redirect_url: string
}
interface PaymentContent {
  status: string
  status_reason: string
  fee: number
  fee_tax: number
  net: number
  late: boolean
  channel_order_ref: string
  masked_card_number: string
  timeline: { event: string }[]
}
const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T

async function link(
  wish: {
    amount?: number
    success_url?: string
    failure_url?: string
    late_payment?: string
    expiry_hours?: number
  } = {},
): Promise<string> {
  const full = { amount: 100, success_url: '', failure_url: '', ...wish }
  const merchant_order_id = crypto.randomUUID()
  const params = {
    amount: String(full.amount),
    client_key: merchant.key,
    currency: 'SGD',
    failure_url: full.failure_url,
    merchant_order_id,
    success_url: full.success_url,
  }
  const answer = await testApp.call(session, 'POST', '/merchants/paymentLink', {
    ...full,
    currency: 'SGD',
    merchant_order_id,
    chaipay_key: merchant.key,
    environment: 'sandbox',
    signature_hash: sign(params, session.signingKey),
  })
  return contentOf<{ link_ref: string }>(answer).link_ref
}
const start = (linkRef: string, token: string) =>
  testApp.call(null, 'POST', `/api/checkout/${linkRef}/attempts`, { token, shopper_name: 'Mei Tan' })
const attempt = async (linkRef: string, orderRef: string) =>
  contentOf<AttemptContent>(await testApp.call(null, 'GET', `/api/checkout/${linkRef}/attempts/${orderRef}`))
const read = async (orderRef: string) =>
  contentOf<PaymentContent>(
    await testApp.call(session, 'POST', `/merchant/${merchant.key}/transaction-details`, { order_ref: orderRef }),
  )
const linkState = async (linkRef: string) =>
  contentOf<{ status: string; timeline: { event: string }[] }>(
    await testApp.call(session, 'GET', `/merchants/${merchant.key}/paymentLink/${linkRef}`),
  )
const scope = () => ({ merchantId: merchant.merchantId, environment: 'sandbox' as const })
const run = (job: unknown, data: object) =>
  runJob(job as never, { ...scope(), ...data }, testApp.serveParts, new AbortController().signal)
const settle = (orderRef: string) => run(settlePayment, { orderRef, asks: 0 })
const findings = () => verifyLedger(testApp.owner, scope())

async function pay(linkRef: string, card: string): Promise<string> {
  const orderRef = contentOf<AttemptContent>(await start(linkRef, await simulator.token(card))).order_ref
  await settle(orderRef)
  return orderRef
}
const entries = (orderRef: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<{ account: string; amount_minor: bigint }>(
      `select e.account, e.amount_minor from ledger_entries e join ledger_transfers t using (merchant_id, environment, transfer_id) where t.object_ref = $1 order by e.account`,
      [orderRef],
    ),
  )

describe('a payment that succeeds', () => {
  it('is booked with its fee, pays the link and sends the shopper back with facts that the merchant can believe', async () => {
    const linkRef = await link({ success_url: 'https://shop.example/thanks?cart=1' })
    const orderRef = await pay(linkRef, '4242424242424242')
    // 2.9 % of 100.00 is 2.90, and 0.30 flat: 3.20; 8 % tax on that is 0.256, half-even 0.26.
    expect(await read(orderRef)).toMatchObject({
      status: 'Success',
      fee: 3.2,
      fee_tax: 0.26,
      net: 96.54,
      masked_card_number: '424242******4242',
      late: false,
    })
    expect(await entries(orderRef)).toEqual([
      { account: 'fee_income', amount_minor: -320n },
      { account: 'fee_tax_payable', amount_minor: -26n },
      { account: 'merchant_pending', amount_minor: -9_654n },
      { account: 'psp_receivable:SIMULATOR', amount_minor: 10_000n },
    ])
    expect((await linkState(linkRef)).status).toBe('success')

    const { state, redirect_url } = await attempt(linkRef, orderRef)
    expect(state).toBe('paid')
    const url = new URL(redirect_url)
    expect(url.searchParams.get('cart')).toBe('1')
    const message = new URLSearchParams(
      ['channel_order_ref', 'merchant_order_ref', 'order_ref', 'status'].map((name) => [
        name,
        url.searchParams.get(name) ?? '',
      ]),
    ).toString()
    expect(url.searchParams.get('signature_hash')).toBe(
      createHmac('sha256', merchant.secret).update(message).digest('base64'),
    )
    expect(url.searchParams.get('status')).toBe('Success')
    expect(await findings()).toEqual([])
  })

  it('is asked for once however often the job runs, also at the same time', async () => {
    const linkRef = await link()
    const orderRef = contentOf<AttemptContent>(
      await start(linkRef, await simulator.token('4242424242424242')),
    ).order_ref
    await Promise.all([settle(orderRef), settle(orderRef), settle(orderRef)])
    await settle(orderRef)
    expect(await entries(orderRef)).toHaveLength(4)
    expect((await read(orderRef)).timeline.map(({ event }) => event)).toEqual(['initiated', 'captured'])
    expect((await start(linkRef, await simulator.token('4242424242424242'))).body['status_reason']).toBe(
      'INVALID_STATUS_TYPE',
    )
  })
})

describe('a payment that is declined', () => {
  it('lets the shopper leave for the shop’s address of failures, with facts that the shop can believe', async () => {
    const linkRef = await link({
      success_url: 'https://shop.example/thanks',
      failure_url: 'https://shop.example/cart?id=7',
    })
    const orderRef = await pay(linkRef, '4000000000009995')
    const url = new URL((await attempt(linkRef, orderRef)).redirect_url)
    expect(url.origin + url.pathname).toBe('https://shop.example/cart')
    const { signature_hash: signature = '', id, ...facts } = Object.fromEntries(url.searchParams)
    expect({ id, ...facts }).toMatchObject({ id: '7', order_ref: orderRef, status: 'Failed' })
    expect(sign(facts, merchant.secret)).toBe(signature)
  })

  it('says why in our vocabulary, books nothing and leaves the link to be paid by another', async () => {
    const linkRef = await link()
    const declined = await pay(linkRef, '4000000000009995')
    expect(await read(declined)).toMatchObject({ status: 'Failed', status_reason: 'FUNDS_LIMIT_ERROR', net: 0 })
    expect(await attempt(linkRef, declined)).toMatchObject({
      state: 'declined',
      reason: 'FUNDS_LIMIT_ERROR',
      redirect_url: '',
    })
    expect(await entries(declined)).toEqual([])
    expect((await linkState(linkRef)).status).toBe('processing')
    const paid = await pay(linkRef, '4242424242424242')
    expect((await read(paid)).status).toBe('Success')
    expect((await linkState(linkRef)).timeline.map(({ event }) => event)).toEqual([
      'created',
      'attempt_initiated',
      'attempt_declined',
      'attempt_initiated',
      'paid',
    ])
  })

  it('can be tried so often and no oftener', async () => {
    const linkRef = await link()
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method, channel_key,
           shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
         select $1, 'sandbox', 'x' || n || $2, 'x', 'link', $2, 100, 'SGD', 'Failed', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '', '', now(), now() from generate_series(1, 20) n`,
        [merchant.merchantId, linkRef],
      ),
    )
    expect((await start(linkRef, 'tok_x')).body['status_reason']).toBe('MAX_RETRY_LIMIT_EXCEED')
  })
})

describe('an outcome that is not known yet', () => {
  it('is asked for and never repeated: one effect at the provider, whatever it answered', async () => {
    for (const card of ['4000000000005050', '4000000000005068']) {
      const linkRef = await link()
      const orderRef = await pay(linkRef, card)
      // The first answer was a 500, before or after the effect; the job that comes next asks.
      expect((await attempt(linkRef, orderRef)).state, card).toBe('waiting')
      const [next] = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ seconds: number; asks: number }>(
          `select extract(epoch from start_after - created_on)::int as seconds, (data->>'asks')::int as asks from pgboss.job where name = 'settle-payment' and data->>'orderRef' = $1 order by created_on desc limit 1`,
          [orderRef],
        ),
      )
      expect(next).toEqual({ seconds: 5, asks: 1 })
      await settle(orderRef)
      expect(await read(orderRef), card).toMatchObject({ status: 'Success' })
      const { json } = await simulator.call(`/v1/operations/${orderRef}`)
      expect(json).toMatchObject({ status: 'captured' })
    }
    expect(await findings()).toEqual([])
  })

  it('keeps the link for this attempt, and names it to whoever tries beside it', async () => {
    const linkRef = await link()
    const orderRef = await pay(linkRef, '4000000000005019')
    expect((await read(orderRef)).status).toBe('Pending')
    const beside = await start(linkRef, await simulator.token('4242424242424242'))
    expect(beside.status).toBe(409)
    expect(beside.body['errors']).toMatchObject([{ params: { order_ref: orderRef } }])
    await expect.poll(async () => (await settle(orderRef), (await read(orderRef)).status)).toBe('Success')
  })

  it('ends after seven days of asking in vain', async () => {
    const linkRef = await link()
    const orderRef = contentOf<AttemptContent>(await start(linkRef, 'tok_never_made')).order_ref
    const silent = {
      ...simulator.provider,
      authorise: async () => ({ kind: 'unknown', why: 'no answer' }) as const,
      status: async () => ({ kind: 'unknown', why: 'no answer' }) as const,
    }
    testApp.serveParts.services.provider = () => silent
    await settle(orderRef)
    expect((await read(orderRef)).status).toBe('Initiated')
    testApp.clock.now = new Date(Date.now() + 7 * 86_400_000 + 1_000)
    await settle(orderRef)
    testApp.clock.now = null
    testApp.serveParts.services.provider = () => simulator.provider
    expect((await read(orderRef)).status).toBe('Expired')
    expect((await attempt(linkRef, orderRef)).state).toBe('declined')
  })
})

describe('money that comes late', () => {
  async function lateCapture(late_payment: string) {
    const linkRef = await link({ late_payment, expiry_hours: 1 })
    const orderRef = contentOf<AttemptContent>(
      await start(linkRef, await simulator.token('4242424242424242')),
    ).order_ref
    await run(expirePayable, { kind: 'link', ref: linkRef })
    await settle(orderRef)
    return { linkRef, orderRef }
  }

  it('counts like any other where the link accepts it, and the link stays expired', async () => {
    const { linkRef, orderRef } = await lateCapture('accept')
    expect(await read(orderRef)).toMatchObject({ status: 'Success', late: true, net: 96.54 })
    expect((await linkState(linkRef)).status).toBe('expired')
    expect((await entries(orderRef)).map(({ account }) => account)).toContain('merchant_pending')
  })

  it.each(['hold', 'refund'])('is kept apart, without a fee, where the link says %s', async (policy) => {
    const { orderRef } = await lateCapture(policy)
    expect(await read(orderRef)).toMatchObject({ status: 'Success', late: true, fee: 0, net: 0 })
    expect(await entries(orderRef)).toEqual([
      { account: 'late_suspense', amount_minor: -10_000n },
      { account: 'psp_receivable:SIMULATOR', amount_minor: 10_000n },
    ])
    expect(await findings()).toEqual([])
  })

  it('of a failed attempt is late when another has paid the link meanwhile', async () => {
    const linkRef = await link()
    const failed = await pay(linkRef, '4000000000009995')
    const paid = await pay(linkRef, '4242424242424242')
    await ownTransaction(testApp.serveParts, scope(), { requestId: 'test' }, (ctx) =>
      applyOutcome(ctx, failed, { kind: 'captured', providerRef: 'sim_late' }),
    )
    expect(await read(failed)).toMatchObject({ status: 'Success', late: true })
    expect(await read(paid)).toMatchObject({ status: 'Success', late: false })
    expect(await findings()).toEqual([])
  })
})

describe('outcomes in any order', () => {
  const outcomes = [
    { kind: 'pending', providerRef: 'p' },
    { kind: 'authorised', providerRef: 'p' },
    { kind: 'captured', providerRef: 'p' },
    { kind: 'declined', providerRef: 'p', reason: 'INVALID_CARD_DECLINED_ERROR', providerText: '' },
  ] as const

  it('never take a success back and book a capture once', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const linkRef = await link()
      const orderRef = contentOf<AttemptContent>(await start(linkRef, 'tok_unused')).order_ref
      const order = Array.from(
        { length: 6 },
        (_, n) => outcomes[(seed * 7 + n * (seed + 3)) % 4] as (typeof outcomes)[number],
      )
      for (const outcome of order)
        await ownTransaction(testApp.serveParts, scope(), { requestId: 'test' }, (ctx) =>
          applyOutcome(ctx, orderRef, outcome),
        )
      const captured = order.some(({ kind }) => kind === 'captured')
      const { status } = await read(orderRef)
      expect({ seed, succeeded: status === 'Success', booked: (await entries(orderRef)).length > 0 }).toEqual({
        seed,
        succeeded: captured,
        booked: captured,
      })
    }
    expect(await findings()).toEqual([])
  })
})

describe('a call-back', () => {
  const address = (changes: Partial<Record<'channel' | 'merchant' | 'environment', string>> = {}) => {
    const { channel = 'SIMULATOR', merchant: key = merchant.key, environment = 'sandbox' } = changes
    return `/gateway/api/callbacks/${channel}/${key}/${environment}`
  }
  const post = (url: string, body: string, headers: Record<string, string> = {}) =>
    testApp.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('changes nothing and learns nothing when it is forged, old, foreign or addressed to no merchant', async () => {
    const linkRef = await link()
    const orderRef = contentOf<AttemptContent>(await start(linkRef, 'tok_unused')).order_ref
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'payment.captured',
      key: orderRef,
      at: new Date().toISOString(),
      payment: {},
    })
    const signatures = ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]
    for (const signature of signatures)
      expect((await post(address(), body, { 'simulator-signature': signature })).statusCode).toBe(404)
    for (const url of [
      address({ merchant: 'nobody' }),
      address({ channel: 'OTHER' }),
      address({ environment: 'moon' }),
      address({ channel: "'--" }),
    ])
      expect((await post(url, body)).statusCode).toBe(404)
    expect((await post(address(), 'x'.repeat(300_000))).statusCode).toBe(413)
    expect((await read(orderRef)).status).toBe('Initiated')
  })
})

describe('the fee', () => {
  it('is what the provider says, where it says so and the payment is large enough for it', async () => {
    for (const [feeMinor, kept] of [
      [123n, { fee: 1.23, fee_tax: 0, net: 98.77, fee_terms: { percent_fee: '0', flat_fee: 1.23, tax_percent: '0' } }],
      [0n, { fee: 0, net: 100 }],
      [10_001n, { fee: 3.2, fee_tax: 0.26, net: 96.54 }],
    ] as const) {
      const orderRef = contentOf<AttemptContent>(await start(await link(), 'tok_unused')).order_ref
      await ownTransaction(testApp.serveParts, scope(), { requestId: 'test' }, (ctx) =>
        applyOutcome(ctx, orderRef, { kind: 'captured', providerRef: 'p', feeMinor }),
      )
      expect(await read(orderRef)).toMatchObject(kept)
    }
    expect(await findings()).toEqual([])
  })

  it('is the larger of minimum and share, plus the flat part, then tax, each rounded half-even', () => {
    const terms = { percentFee: '2.5', minimumFeeMinor: 50n, flatFeeMinor: 10n, taxPercent: '7' }
    expect(feeOf(1_000n, terms)).toEqual({ feeMinor: 60n, taxMinor: 4n })
    expect(feeOf(10_000n, terms)).toEqual({ feeMinor: 260n, taxMinor: 18n })
    expect(feeOf(100n, { ...terms, minimumFeeMinor: 0n, flatFeeMinor: 0n, taxPercent: '50' })).toEqual({
      feeMinor: 2n,
      taxMinor: 1n,
    })
  })
})
