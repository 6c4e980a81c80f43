import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ways, type Way } from '#contract/methods.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { askedOf } from '#server/providers/simulator/fixtures.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

/** Every way to pay through the shopper's own calls and the real simulated provider; jobs are run by hand. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

/** The countries and currencies of the demo's first merchant. */
const places: Record<string, Currency> = {
  SG: 'SGD', VN: 'VND', TH: 'THB', MY: 'MYR', ID: 'IDR', PH: 'PHP', IN: 'INR', KE: 'KES', KR: 'KRW', JP: 'JPY',
} // prettier-ignore
const countryOf = (way: Way): string | undefined =>
  Object.keys(places).find((country) => !way.places || Object.hasOwn(way.places, country))
const offered = ways.filter((way) => !way.recurring && countryOf(way))
const given = async (way: Way) => ({
  method: way.type,
  ...(way.subType && { sub_type: way.subType }),
  ...(way.asks.includes('card') && { token: await paying.simulator.token('4000000000003220') }),
  ...(way.asks.includes('phone') && { phone: way.callingCode ? '0812 3456 7890' : '+254 700 000000' }),
  ...(way.asks.includes('upi_id') && { upi_id: 'mei@bank' }),
  ...(way.asks.includes('plan') && { plan_months: 6 }),
  ...(way.subType === 'FPX' && { bank: 'WAU' }),
})
const home = (way: Way) => {
  const country = countryOf(way) ?? ''
  return { country, currency: places[country] as Currency }
}

describe.each(offered.map((way) => [`${way.type} ${way.subType}`.trim(), way] as const))('%s', (_name, way) => {
  it('waits for the shopper, tells what to do, and is a success by the provider’s word', async () => {
    const link = await paying.link(home(way))
    const begun = await paying.start(link, await given(way))
    expect(begun.text).toContain('"state":"waiting"')
    const orderRef = begun.orderRef
    await paying.settle(orderRef)
    const waiting = await paying.attempt(link, orderRef)
    expect(waiting).toMatchObject({ state: 'waiting', method: way.type, may_cancel: true, sub_type: way.subType })
    expect(waiting.action.kind).toBe(way.run === 'redirect' || way.brands ? 'redirect' : 'show')
    if (way.type === 'QR_CODE') expect(waiting.action.qr_code).toMatch(/^data:image\/svg\+xml/)
    if (way.type === 'OTC') expect(waiting.action.code).toMatch(/^\d{12}$/)
    if (/BANK_TRANSFER/.test(way.type)) expect(waiting.action.account_number).not.toBe('')
    expect(Date.parse(`${waiting.expires_at}Z`)).toBeGreaterThan(Date.now())

    await paying.simulator.act(orderRef, { act: 'approve' })
    await paying.settle(orderRef)
    expect(await paying.attempt(link, orderRef)).toMatchObject({
      state: 'paid',
      action: { kind: 'none' },
      may_cancel: false,
    })
    expect(await paying.read(orderRef)).toMatchObject({
      status: 'Success',
      payment_method: way.type,
      actual_payment_method: way.type === 'QR_CODE' ? 'PAY_BY_BANK' : way.type,
    })
    expect(await paying.linkState(link)).toBe('success')
    expect(await paying.findings()).toEqual([])
  })
})

describe('the ways that a link offers', () => {
  const names = async (wish: { country: string; currency: Currency; source?: 'subscription' }) => {
    const { country, currency, source } = wish
    const answer = await paying.call(
      'GET',
      `/merchants/${paying.merchant.key}/paymethodsbyKey?country_code=${country}&currency=${currency}${source ? `&source=${source}` : ''}`,
    )
    return Object.entries(answer.body.content as unknown as Record<string, { sub_type: string }[]>).flatMap(
      ([type, entries]) => entries.map(({ sub_type }) => (sub_type ? `${type}.${sub_type}` : type)),
    )
  }
  it('is what its country and currency allow, a card first', async () => {
    expect(await names({ country: 'VN', currency: 'VND' })).toEqual(
      expect.arrayContaining(['WALLET.MOMO', 'QR_CODE.VIETQR', 'CARD.ATM_CARD']),
    )
    expect((await names({ country: 'VN', currency: 'VND' }))[0]).toBe('CARD.INT_CREDIT_DEBIT_CARD')
    const dollars = await names({ country: 'VN', currency: 'USD' })
    expect(dollars).toEqual([
      'CARD.INT_CREDIT_DEBIT_CARD',
      'CARD.INT_CREDIT_CARD',
      'CARD.INT_DEBIT_CARD',
      'CARD.UNIONPAY_CARD',
      'WALLET.PAYPAL',
      'BANK_TRANSFER',
      'DIRECT_BANK_TRANSFER',
    ])
    for (const currency of Object.keys(currencies) as Currency[])
      expect(await names({ country: 'ZZ', currency })).toEqual(dollars)
  })

  it('is none that sets up a mandate, which only what repeats is asked for', async () => {
    expect((await names({ country: 'SG', currency: 'SGD' })).join()).not.toContain('SUBSCRIPTION')
    expect(await names({ country: 'SG', currency: 'SGD', source: 'subscription' })).toEqual([
      'SUBSCRIPTION_CARD',
      'SUBSCRIPTION_DIRECT_DEBIT',
      'SUBSCRIPTION_BANK_TRANSFER',
    ])
  })

  it('is all that can be started, whatever a browser asks for', async () => {
    const link = await paying.link({ country: 'SG', currency: 'SGD' })
    for (const body of [
      { method: 'SUBSCRIPTION_CARD', token: 'x' },
      { method: 'SUBSCRIPTION_DIRECT_DEBIT' },
      { method: 'WALLET', sub_type: 'MOMO' },
      { method: 'UPI', upi_id: 'a@b' },
      { method: 'WALLET', sub_type: 'nothing' },
      { method: 'CARD', sub_type: 'ATM_CARD' },
    ])
      // prettier-ignore
      expect((await paying.start(link, body)).reason).toBe('INVALID_PAYMENT_CHANNEL')
    for (const body of [
      { method: 'CARD' },
      { method: 'COD' },
      { method: 'INSTALLMENT', token: 'x' },
      { method: 'COD', phone: 'no' },
      { method: 'CASH' },
      { method: 'INSTALLMENT', plan_months: 4, token: 'x' },
    ])
      // prettier-ignore
      expect((await paying.start(link, body)).reason).toBe('INVALID_REQUEST_DATA')
    expect(await paying.linkState(link)).toBe('created')
  })

  it('takes a bank of the channel’s list, and hands it to the provider', async () => {
    const link = await paying.link({ country: 'MY', currency: 'MYR' })
    const fpx = { method: 'NET_BANKING', sub_type: 'FPX' }
    for (const bank of [undefined, '', 'MAYBE', 'toString'])
      expect((await paying.start(link, { ...fpx, ...(bank !== undefined && { bank }) })).reason).toBe(
        'INVALID_REQUEST_DATA',
      )
    const asked: unknown[] = []
    const { authorise } = paying.provider
    paying.provider.authorise = (request, signal) => {
      asked.push(request.given)
      return authorise(request, signal)
    }
    const { orderRef } = await paying.start(link, { ...fpx, bank: 'WAU' })
    await paying.settle(orderRef)
    paying.provider.authorise = authorise
    expect(asked).toEqual([{ bank: 'WAU' }])
    expect((await paying.read(orderRef)).method_details).toMatchObject({ bank: 'WAU' })
    // A way that asks for no bank keeps none.
    const other = await paying.link({ country: 'MY', currency: 'MYR' })
    const { orderRef: wallet } = await paying.start(other, { method: 'WALLET', bank: 'WAU' })
    expect((await paying.read(wallet)).method_details).not.toHaveProperty('bank')
  })

  it('ends with its channel, and with what is switched off', async () => {
    await paying.sql(`update payment_methods set is_enabled = false where merchant_id = $1 and type = 'QR_CODE'`)
    const link = await paying.link({ country: 'SG', currency: 'SGD' })
    expect((await paying.start(link, { method: 'QR_CODE' })).reason).toBe('INVALID_PAYMENT_CHANNEL')
    await paying.sql(`update payment_methods set is_enabled = true where merchant_id = $1`)
    await paying.sql(`update payment_channels set is_enabled = false where merchant_id = $1`)
    expect((await paying.start(link, { method: 'QR_CODE' })).reason).toBe('INVALID_PAYMENT_CHANNEL')
    await paying.sql(`update payment_channels set is_enabled = true where merchant_id = $1`)
  })
})

describe('another way', () => {
  it('is open once the provider has ended the first, and not before', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'QR_CODE' })
    expect((await paying.cancel(link, orderRef)).reason).toBe('INVALID_STATUS_TYPE')
    await paying.settle(orderRef)
    expect((await paying.start(link, { method: 'BNPL' })).reason).toBe('TRANSACTION_UNDER_REVIEW')
    const cancelled = await paying.cancel(link, orderRef)
    expect(cancelled.content).toMatchObject({ state: 'waiting', cancelling: true, may_cancel: false })
    expect((await paying.cancel(link, orderRef)).reason).toBe('INVALID_STATUS_TYPE')
    expect((await paying.start(link, { method: 'BNPL' })).reason).toBe('TRANSACTION_UNDER_REVIEW')
    await paying.settle(orderRef)
    expect(await paying.attempt(link, orderRef)).toMatchObject({
      state: 'declined',
      reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
    })
    expect((await paying.start(link, { method: 'BNPL' })).status).toBe(200)
  })

  it('stays shut when the money was quicker than the wish', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'QR_CODE' })
    await paying.settle(orderRef)
    await paying.simulator.act(orderRef, { act: 'approve' })
    await paying.cancel(link, orderRef)
    await paying.settle(orderRef)
    expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'paid' })
  })

  it('is nobody else’s to ask for', async () => {
    const [link, other] = [await paying.link({}), await paying.link({})]
    const { orderRef } = await paying.start(link, { method: 'QR_CODE' })
    await paying.settle(orderRef)
    expect((await paying.cancel(other, orderRef)).status).toBe(404)
    expect((await paying.attempt(link, orderRef)).may_cancel).toBe(true)
  })
})

describe('time', () => {
  it('is the method’s own, but not beyond the link’s', async () => {
    const [long, short] = [await paying.link({}), await paying.link({ expiry_hours: 1 })]
    const minutesOf = async (link: string, method: string) => {
      const { content } = await paying.start(link, { method, phone: '+65 6000 0000' })
      return Math.round((Date.parse(`${content?.expires_at}Z`) - Date.now()) / 60_000)
    }
    expect(await minutesOf(long, 'COD')).toBe(14 * 24 * 60)
    expect(await minutesOf(short, 'COD')).toBe(60)
  })

  it('ends a payment at the provider first, and here by its outcome', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'WALLET' })
    await paying.settle(orderRef)
    paying.clock.now = new Date(Date.now() + 31 * 60_000)
    await paying.settle(orderRef)
    paying.clock.now = null
    expect((await paying.provider.status(askedOf(orderRef), AbortSignal.timeout(5_000))).kind).toBe('expired')
    expect(await paying.read(orderRef)).toMatchObject({ status: 'Expired', status_reason: 'TRANSACTION_EXPIRED' })
    expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'declined', reason: 'TRANSACTION_EXPIRED' })
  })

  it('ends a payment of an unreachable provider only once that answers', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'WALLET' })
    await paying.settle(orderRef)
    await paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
    paying.clock.now = new Date(Date.now() + 31 * 60_000)
    paying.provider.away = true
    await paying.settle(orderRef)
    expect((await paying.read(orderRef)).status).toBe('Pending')
    paying.provider.away = false
    await paying.settle(orderRef)
    paying.clock.now = null
    expect((await paying.read(orderRef)).status).toBe('Success')
  })

  it('does not stop a transfer that comes late: it is booked, and late once the link was paid another way', async () => {
    const link = await paying.link({})
    const first = (await paying.start(link, { method: 'VA_BANK_TRANSFER' })).orderRef
    await paying.settle(first)
    await paying.cancel(link, first)
    await paying.settle(first)
    const second = (await paying.start(link, { method: 'WALLET' })).orderRef
    await paying.settle(second)
    await paying.simulator.act(second, { act: 'approve' })
    await paying.settle(second)
    await paying.simulator.act(first, { act: 'approve' })
    await paying.callBack(first)
    expect(await paying.read(first)).toMatchObject({ status: 'Success', late: true })
    expect(await paying.read(second)).toMatchObject({ status: 'Success', late: false })
    expect(await paying.findings()).toEqual([])
  })
})

describe('a shopper who comes back from the provider’s page', () => {
  it('is shown what is true, whatever the address says, and has the provider asked, but not for every reload', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'WALLET', language: 'ar' })
    await paying.settle(orderRef)
    const page = async () =>
      paying.testApp.app.inject({ method: 'GET', url: `/pay/${link}?returned=1&status=Success&order_ref=${orderRef}` })
    const waiting = () => paying.waitingJobs(orderRef)
    const before = await waiting()
    for (let times = 0; times < 3; times++) {
      const { body } = await page()
      expect(body).toContain('"state":"processing"')
      expect(body).not.toMatch(/data-panel="paid"/)
    }
    expect((await waiting()) - before).toBe(1)
    expect((await paying.read(orderRef)).status).toBe('Pending')
  })
})

describe('the merchant', () => {
  it('sees the method with what was shown and given, but not where the shopper decides', async () => {
    const link = await paying.link({})
    const { orderRef } = await paying.start(link, { method: 'OTC' })
    await paying.settle(orderRef)
    const seen = await paying.read(orderRef)
    expect(seen.method_details.action).toMatchObject({ kind: 'show', code: /^\d{12}$/ })
    const other = await paying.link({})
    const wallet = (await paying.start(other, { method: 'WALLET' })).orderRef
    await paying.settle(wallet)
    const { text } = await paying.details(wallet)
    expect(text).toContain(`"url":"${new URL(paying.simulator.url).origin}"`)
    expect(text).not.toContain('/pages/')
  })
})
