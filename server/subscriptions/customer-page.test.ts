import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SetUp } from '#contract/subscription-set-up.ts'
import { cards, openSubscribing, type Subscribing } from './fixtures.ts'

/** The customer's page of a subscription: what they agree to, and where they return. */
let on: Subscribing
let price: string
beforeAll(async () => {
  on = await openSubscribing()
  price = (await on.price({ name: 'Gold' })).order_ref
})
afterEach(() => {
  on.paying.clock.now = null
})
afterAll(() => on.close())

const page = async (ref: string, language = 'en') => {
  const { body, statusCode } = await on.paying.testApp.app.inject(`/pay/${ref}?lang=${language}`)
  const data = JSON.parse(
    /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}',
  ) as {
    attemptsUrl?: string
    consent?: string
  }
  return {
    status: statusCode,
    data,
    text: body
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('\u00a0', ' ')
      .replaceAll(/\s+/g, ' '),
  }
}
const start = async (ref: string, more: object) => {
  const token = await on.paying.simulator.token(cards.good)
  return on.paying.start(ref, { method: 'SUBSCRIPTION_CARD', token, agrees: true, language: 'en', ...more })
}

describe('the page', () => {
  it('says what, how much, when, until when and how to cancel, and offers only what can be charged again', async () => {
    on.paying.clock.now = new Date('2027-01-31T04:00:00Z')
    const { order_ref } = await on.create({ price, quantity: 2, recurrance_count: 12 })
    const { text, data } = await page(order_ref)
    expect(text).toContain('Due today')
    expect(text).toContain('200.00 SGD every month')
    expect(text).toMatch(/Charged every month on the 31st, or the last day of shorter months, at 12:00/)
    for (const day of ['28 February 2027', '31 March 2027', '31 December 2027']) expect(text).toContain(day)
    expect(text).not.toContain('31 January 2027')
    expect(text).toContain('It ends by itself after 12 payments')
    expect(text).toContain('You can cancel at any time')
    expect(text).toContain('E-mail')
    expect(text).not.toMatch(/QR code|Wallet|Cash/)
    expect(text).not.toContain(`${order_ref}_0`)
    expect(text).toContain(data.consent?.replaceAll('\u00a0', ' '))
    expect(data.attemptsUrl).toBe(`/gateway/api/checkout/${order_ref}/attempts`)
  })

  it('with a trial says until when it is free, and takes nothing', async () => {
    on.paying.clock.now = new Date('2027-03-01T09:00:00Z')
    const { order_ref } = await on.create({ price, trial_frequency: 14, trial_period: 'D' })
    const { text, data } = await page(order_ref)
    expect(text).toMatch(/0\.00 SGD/)
    expect(text).toMatch(/Free until .*15 March 2027/)
    expect(text).toContain('Start subscription')
    expect(data.attemptsUrl).toBe(`/gateway/api/checkout/${order_ref}/mandates`)
  })

  it('is Arabic from right to left, the text of the consent too', async () => {
    const { order_ref } = await on.create({ price })
    const { text, data } = await page(order_ref, 'ar')
    expect(data.consent).toMatch(/^أسمح لـ/)
    expect(text).toContain('كل شهر')
  })

  it('of a price that is cancelled meanwhile is over, by whatever way it was to be set up', async () => {
    const own = (await on.price({ name: 'Silver' })).order_ref
    const paying = await on.create({ price: own })
    const free = await on.create({ price: own, trial_frequency: 1, trial_period: 'M' })
    const kept = await on.active({ price: own })
    expect((await on.ask('PUT', `/merchant/subscription/price/${own}/status/cancelled`, {})).status).toBe(200)
    for (const { order_ref } of [paying, free]) {
      const { text } = await page(order_ref)
      expect(text).toContain('The subscription can no longer be set up')
      expect(text).not.toMatch(/Pay 100|It continues until/)
    }
    expect(await start(paying.order_ref, {})).toMatchObject({ status: 409 })
    await expect(on.agree(free.order_ref)).rejects.toThrow('INVALID_STATUS_TYPE')
    expect(await on.read(kept.order_ref)).toMatchObject({ status: 'active' })
  })

  it('of a price that is cancelled while it is being paid is set up', async () => {
    const own = (await on.price({ name: 'Bronze' })).order_ref
    const { order_ref } = await on.create({ price: own })
    const { orderRef } = await on.paying.start(order_ref, { method: 'SUBSCRIPTION_BANK_TRANSFER', agrees: true })
    await on.paying.settle(orderRef)
    await on.ask('PUT', `/merchant/subscription/price/${own}/status/cancelled`, {})
    await on.paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
    await on.paying.settle(orderRef)
    expect(await on.read(order_ref)).toMatchObject({ status: 'active', collected_count: 1 })
  })

  it('once it is set up, expired or cancelled says so, and leads to where the customer sees to it', async () => {
    const { order_ref } = await on.active({ price })
    expect((await page(order_ref)).text).toMatch(/Your subscription is set up .* Manage subscription/)
    await on.cancel(order_ref)
    expect((await page(order_ref)).text).toContain('This subscription is cancelled')
  })
})

describe('the consent', () => {
  it('is kept as the page showed it, with language, moment and address', async () => {
    const { order_ref } = await on.create({ price })
    const { data } = await page(order_ref, 'ar')
    const { orderRef } = await start(order_ref, { language: 'ar', consent: data.consent })
    await on.paying.settle(orderRef)
    const { mandate } = await on.read(order_ref)
    expect(mandate).toMatchObject({ text: data.consent, language: 'ar', ip_address: '127.0.0.1' })
    expect(mandate?.agreed_at).toMatch(/^\d{4}-\d\d-\d\d /)
  })

  it('to another text than that of now is refused, by a payment and by a set-up without money', async () => {
    const { order_ref } = await on.create({ price })
    const { data } = await page(order_ref)
    const cheaper = data.consent?.replace('100.00', '1.00')
    expect(await start(order_ref, { consent: cheaper })).toMatchObject({ status: 400 })
    expect((await start(order_ref, { consent: data.consent })).status).toBe(200)
    const free = await on.create({ price, trial_frequency: 1, trial_period: 'M' })
    const body = {
      method: 'SUBSCRIPTION_CARD',
      token: await on.paying.simulator.token(cards.good),
      agrees: true,
      consent: cheaper,
    }
    const refused = await on.ask('POST', `/api/checkout/${free.order_ref}/mandates`, body, null)
    expect([refused.status, refused.text.includes('"consent"')]).toEqual([400, true])
  })
})

describe('a customer', () => {
  it('whose address the merchant did not know is known by what they typed, and no other replaces it', async () => {
    const known = await on.create({ price, customer_email_address: 'known@sub.example' })
    const unknown = await on.create({ price })
    for (const { order_ref } of [known, unknown])
      await on.paying.settle((await start(order_ref, { shopper_email: 'typed@sub.example' })).orderRef)
    expect((await on.read(known.order_ref)).email).toBe('known@sub.example')
    expect((await on.read(unknown.order_ref)).email).toBe('typed@sub.example')
  })

  it('who left their bank’s page begins anew, and what they agree to there later is ended', async () => {
    const { order_ref } = await on.create({ price, trial_frequency: 1, trial_period: 'M' })
    const begin = async () =>
      on.contentOf<SetUp>(
        await on.ask(
          'POST',
          `/api/checkout/${order_ref}/mandates`,
          { method: 'SUBSCRIPTION_BANK_TRANSFER', agrees: true },
          null,
        ),
      ).mandate_ref
    const left = await begin()
    await on.jobs()
    await on.agree(order_ref)
    expect(await on.read(order_ref)).toMatchObject({ status: 'active', mandate: { method: 'SUBSCRIPTION_CARD' } })
    const seen = await on.ask('GET', `/api/checkout/${order_ref}/mandates/${left}`, undefined, null)
    expect(on.contentOf<SetUp>(seen)).toMatchObject({ state: 'declined' })
  })
})

describe('the return to the merchant', () => {
  const urls = { success_url: 'https://shop.example/done?a=1', failure_url: 'https://shop.example/failed' }
  /** By the documented rule, apart from the code that signs. */
  const isSigned = (params: URLSearchParams) => {
    const names = ['channel_order_ref', 'merchant_order_ref', 'order_ref', 'status']
    const message = names.map((name) => `${name}=${encodeURIComponent(params.get(name) ?? '')}`).join('&')
    const hash = createHmac('sha256', on.paying.merchant.secret).update(message).digest('base64')
    return params.get('signature_hash') === hash
  }

  it('carries the parameters that integrations know, signed', async () => {
    const made = await on.create({
      price,
      quantity: 2,
      recurrance_count: 3,
      additional_costs: [{ key: 'fee', value: 10 }],
      ...urls,
    })
    const { orderRef } = await start(made.order_ref, {})
    await on.paying.settle(orderRef)
    const { redirect_url } = await on.paying.attempt(made.order_ref, orderRef)
    const { origin, searchParams: params } = new URL(redirect_url)
    expect(origin).toBe('https://shop.example')
    expect(Object.fromEntries(params)).toMatchObject({
      a: '1',
      amount: '210',
      currency: 'SGD',
      frequency: '1',
      period: 'M',
      lang: 'en',
      initial_amount: '0',
      merchant_order_ref: made.merchant_order_ref,
      order_ref: orderRef,
      subscription_order_ref: made.order_ref,
      subscription_type: 'REGULAR',
      recurrance_amount: '200',
      recurrance_count: '3',
      total_additional_cost: '10',
      total_amount: '610',
      status: 'Active',
      status_code: '2000',
    })
    expect(params.get('next_deduction_date')).toMatch(/Z$/)
    for (const name of [
      'link_order_ref',
      'merchant_brand_name',
      'merchant_logo',
      'message',
      'payment_source',
      'status_channel_reason',
      'status_reason',
    ])
      expect(params.has(name)).toBe(true)
    expect(isSigned(params)).toBe(true)
  })

  it('of a set-up that was declined leads to the other address, and says that it is not set up', async () => {
    const made = await on.create({ price, trial_frequency: 1, trial_period: 'M', ...urls })
    const { state, redirect_url } = await on.agree(made.order_ref, '4000000000000002')
    const { pathname, searchParams: params } = new URL(redirect_url)
    expect([state, pathname, params.get('status'), isSigned(params)]).toEqual(['declined', '/failed', 'Created', true])
    const again = await on.agree(made.order_ref)
    expect(new URL(again.redirect_url).searchParams.get('status')).toBe('Active')
  })
})
