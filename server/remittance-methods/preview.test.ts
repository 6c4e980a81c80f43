import { afterAll, beforeAll, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import type { MissingWay, PreviewedWay } from '#contract/remittance-methods.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

/** The preview of the checkout is what the page offers, and says why it does not offer the rest. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
  await paying.sql('update merchants set cross_border_enabled = true where merchant_id = $1')
  await paying.sql(`delete from payment_methods where merchant_id = $1 and sub_type = 'MOMO'`)
})
afterAll(() => paying.close())

interface Previewed {
  offered: PreviewedWay[]
  missing: MissingWay[]
}
const asked = (query: Record<string, string>) =>
  paying.call('GET', `/api/remittances/${paying.merchant.key}/checkout-preview?${new URLSearchParams(query)}`)
async function preview(query: Record<string, string>): Promise<Previewed> {
  const answer = await asked(query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as Previewed
}
const inSingapore = { country: 'SG', currency: 'SGD', amount: '100' }
const nameOf = ({ type, sub_type }: { type: string; sub_type: string }) => `${type}.${sub_type}`
const whyOf = ({ missing }: Previewed, name: string) =>
  missing.filter((way) => nameOf(way) === name).map(({ payment_channel_key, why }) => [payment_channel_key, why])

it('offers what the shopper is offered, in the same order, with what each way asks', async () => {
  const { offered } = await preview(inSingapore)
  const link = await paying.link({ country: 'SG' })
  const page = await paying.testApp.app.inject({ method: 'GET', url: `/pay/${link}` })
  const { methods } = JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page.body)?.[1] ?? '{}')
  const isCard = ({ type, asks }: PreviewedWay) => type === 'CARD' && asks.includes('card')
  // The page lists the sub-types of a card as one.
  const listed = offered.filter((way) => !isCard(way) || way === offered.find(isCard))
  expect(listed.length).toBeGreaterThan(5)
  expect(methods.map(({ type, subType }: { type: string; subType: string }) => `${type}.${subType}`)).toEqual(
    listed.map(nameOf),
  )
})

it('says of each way that is missing why it is', async () => {
  const save = (methods: object[]) =>
    paying.call('POST', `/merchants/${paying.merchant.key}/update-pay-methods/SG`, { methods })
  const channel = { payment_channel_key: 'SIMULATOR' }
  expect((await save([{ type: 'WALLET', sub_type: 'GRABPAY', ...channel, is_enabled: false }])).status).toBe(200)
  await paying.sql(`update payment_methods set is_enabled = false where merchant_id = $1 and sub_type = 'PAYNOW'`)
  await paying.sql(
    `update payment_methods set limits = '{"SGD":{"minimum":"20000"}}' where merchant_id = $1 and sub_type = 'ALIPAY'`,
  )
  const shown = await preview(inSingapore)
  expect(shown.offered.map(nameOf)).not.toContain('WALLET.GRABPAY')
  expect(whyOf(shown, 'WALLET.GRABPAY')).toEqual([['SIMULATOR', 'country_off']])
  expect(whyOf(shown, 'QR_CODE.PAYNOW')).toEqual([['SIMULATOR', 'disabled']])
  expect(whyOf(shown, 'WALLET.ALIPAY')).toEqual([['SIMULATOR', 'amount']])
  expect(shown.missing.find((way) => nameOf(way) === 'WALLET.ALIPAY')?.limits).toEqual([
    expect.objectContaining({ currency: 'SGD', minimum: 200 }),
  ])
  const dollars = await preview({ ...inSingapore, currency: 'USD' })
  expect(whyOf(dollars, 'WALLET.SHOPEEPAY')).toEqual([['SIMULATOR', 'currency']])
  const vietnam = await preview({ country: 'VN', currency: 'VND', amount: '100000' })
  expect(whyOf(vietnam, 'QR_CODE.PAYNOW')).toEqual([['SIMULATOR', 'country']])
  expect(whyOf(vietnam, 'WALLET.MOMO')).toEqual([['', 'no_channel']])
  // What repeats is no way of one payment.
  expect(vietnam.missing.filter(({ type }) => type.startsWith('SUBSCRIPTION'))).toEqual([])
})

it('looks at no bounds without an amount, and refuses what is none of the currency', async () => {
  expect((await preview({ country: 'SG', currency: 'SGD' })).offered.map(nameOf)).toContain('WALLET.ALIPAY')
  const refused = await asked({ country: 'JP', currency: 'JPY', amount: '1.5' })
  expect(refused.body['status_reason']).toBe(faults.invalidAmount.reason)
})
