import { expect, it } from 'vitest'
import { pageMethods } from '#checkout/view.ts'
import { pageWays } from '#server/checkout/page-ways.ts'
import { routedWays } from '#server/routing/route.ts'
import { waysFor } from './ways.ts'

/** What the merchant's rows offer for an order, without a database. */
type Row = Parameters<typeof waysFor>[0][number]
const row = (given: Partial<Row>): Row => ({
  type: 'WALLET', sub_type: 'GRABPAY', is_default: false, limits: {}, plans: [], channel_key: 'SIMULATOR', name: 'Simulator',
  country: 'GLOBAL', catalogue_key: 'SIMULATOR', credentials_state: 'working', merchant_country: 'SG', is_enabled: true, removed_at: null,
  set_countries: null, in_countries: null, ...given,
}) // prettier-ignore
const order = { country: 'SG', currency: 'SGD' } as const
const grabPay = (rows: Row[], payment: object) => waysFor(rows, { ...order, ...payment })[0]
const plan = (months: number, minimum: string | null, currency: 'SGD' | 'USD' = 'SGD') => ({
  months, minimum, currency, interest: '0', sponsored: false, bank: '',
}) // prettier-ignore

it('the months of plans that are not open to the amount are not listed on the page', () => {
  const instalments = row({
    type: 'INSTALLMENT',
    sub_type: '',
    plans: [plan(3, null), plan(6, '5000'), plan(12, null, 'USD')],
  })
  const months = (amountMinor: bigint) =>
    pageMethods(pageWays(waysFor([instalments], { ...order, amountMinor }))).map(({ planMonths }) => planMonths)
  expect(months(4_999n)).toEqual([[3]])
  expect(months(5_000n)).toEqual([[3, 6]])
  const others = { ...instalments, plans: [plan(6, '5000')] }
  expect(waysFor([others], { ...order, amountMinor: 4_999n })).toEqual([])
})

it('a way is offered for a range when one of its amounts is within the bounds', () => {
  const bounded = [row({ limits: { SGD: { minimum: '1000', maximum: '2000' } } })]
  expect(grabPay(bounded, { amountMinor: 90_000n })).toBeUndefined()
  expect(grabPay(bounded, { amountMinor: 90_000n, leastMinor: 2_000n })?.channelKey).toBe('SIMULATOR')
  expect(grabPay(bounded, { amountMinor: 90_000n, leastMinor: 2_001n })).toBeUndefined()
  expect(grabPay(bounded, { amountMinor: 1_000n, leastMinor: 500n })?.channelKey).toBe('SIMULATOR')
  expect(grabPay(bounded, { amountMinor: 999n, leastMinor: 500n })).toBeUndefined()
  expect(grabPay(bounded, {})?.channelKey).toBe('SIMULATOR')
})

it('a channel whose credentials are refused comes after every other, and is left where it is the only one', () => {
  const [refused, other] = [row({ credentials_state: 'refused' }), row({ channel_key: 'SIMULATOR_2' })]
  const taker = (rows: Row[]) => {
    const asked = {
      ...order,
      amountMinor: 100n,
      merchantOrderRef: 'o',
      source: 'payment_link',
      left: new Set<string>(),
    }
    const routing = { rules: [], rests: [], timeZone: 'UTC' }
    return routedWays({ now: new Date() }, routing, asked, waysFor(rows, asked))[0]?.channelKey
  }
  expect(taker([refused, other])).toBe('SIMULATOR_2')
  expect(taker([refused])).toBe('SIMULATOR')
  expect(taker([{ ...refused, credentials_state: 'working' }, other])).toBe('SIMULATOR')
})
