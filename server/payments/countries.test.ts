import { afterAll, beforeAll, expect, it } from 'vitest'
import type { readBreakdown } from '#contract/breakdowns.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { countriesIn } from '#server/kit/process/countries.ts'
import { wireStretch } from '#server/rollups/fixtures.ts'
import { rollUpDeltas } from '#server/rollups/roll-up-deltas.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { openPaying, type Paying } from './fixtures.ts'

/** The country of a payment in analytics: of the shopper's address where a table knows it, else of what is paid. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

const pay = async () => {
  const link = await paying.link({ country: 'SG' })
  const token = await paying.simulator.token('4242424242424242')
  const { orderRef } = await paying.start(link, { token })
  await paying.settle(orderRef)
  return orderRef
}
const countries = async () => {
  const time_filter = wireStretch({ from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 60_000) })
  const asked = { time_filter, period: 'days', by: ['country'] }
  const answer = await paying.call('POST', `/api/analytics/${paying.merchant.key}/breakdown`, asked)
  expect(answer.status, answer.text).toBe(200)
  const { rows, country_of } = answer.body.content as unknown as WireOutput<typeof readBreakdown>
  return { country_of, counts: Object.fromEntries(rows.map(({ values: [value], paid }) => [value, paid])) }
}
const listed = async (country: string) =>
  (await paying.call('POST', `/merchant/${paying.merchant.key}/payments`, { filters: { country } })).body[
    'total_elements'
  ]

it('is that of the link without a table, and for an address that the table does not know', async () => {
  await pay()
  expect(await countries()).toEqual({ country_of: 'payable', counts: { SG: 1 } })
  paying.testApp.serveParts.services.countryOf = countriesIn('203.0.113.0,203.0.113.255,TH')
  await pay()
  expect(await countries()).toEqual({ country_of: 'address', counts: { SG: 2 } })
})

it('is that of the address where it is known, and each number is that of its list', async () => {
  paying.testApp.serveParts.services.countryOf = countriesIn('127.0.0.0,127.255.255.255,VN')
  const orderRef = await pay()
  expect((await countries()).counts).toEqual({ SG: 2, VN: 1 })
  expect([await listed('SG'), await listed('VN'), await listed('TH')]).toEqual([2, 1, 0])
  // Its channel is asked for the country of the link.
  const rows = await paying.sql(`select country, shopper_country from payments where order_ref = '${orderRef}'`)
  expect(rows).toEqual([{ country: 'SG', shopper_country: 'VN' }])
  const owner = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
  await rollUpDeltas(paying.testApp.serveParts.database, owner)
  expect((await countries()).counts).toEqual({ SG: 2, VN: 1 })
  expect(await verifySums(paying.testApp.owner, owner)).toEqual([])
})

it('is that of the order where a merchant’s server asks, whose address is not the shopper’s', async () => {
  const authorization = `Bearer ${await merchantToken(paying.merchant)}`
  const order = {
    key: paying.merchant.key,
    merchant_order_id: 'BY-SERVER',
    pmt_channel: 'SIMULATOR',
    pmt_method: 'SIMULATOR_GRABPAY',
    environment: 'sandbox',
    amount: 48.25,
    currency: 'SGD',
    country_code: 'SG',
    success_url: 'https://shop.example/ok',
    failure_url: 'https://shop.example/failed',
  }
  const params = { amount: order.amount, currency: order.currency, merchant_order_id: order.merchant_order_id }
  const asked = { portone_key: order.key, ...params, success_url: order.success_url, failure_url: order.failure_url }
  const headers = { authorization }
  const signed = await paying.testApp.call(null, 'POST', '/api/merchant/generate-signature', asked, headers)
  const { signature } = signed.body.content as unknown as { signature: string }
  const body = { ...order, signature_hash: signature }
  const answer = await paying.testApp.call(null, 'POST', '/api/initiatePayment', body, headers)
  expect(answer.status, answer.text).toBe(200)
  const rows = await paying.sql(
    `select shopper_country, shopper_ip, device from payments where merchant_order_ref = 'BY-SERVER'`,
  )
  expect(rows).toEqual([{ shopper_country: '', shopper_ip: '', device: '' }])
})
