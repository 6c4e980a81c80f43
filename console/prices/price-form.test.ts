import { expect, it } from 'vitest'
import { emptyPrice, periodsOf, previewBody, priceBody, type PriceValues } from './price-form.ts'

const empty = emptyPrice({ currency: 'USD', now: new Date('2026-03-31T04:00:00Z') })
const values = (changed: Partial<PriceValues>): PriceValues => ({
  ...empty,
  name: 'Team plan',
  amount: '30',
  ...changed,
})
const sent = (changed: Partial<PriceValues>) =>
  priceBody(values(changed), { merchantKey: 'key', environment: 'sandbox' })

it('sends the amount and the rhythm of a regular price, and neither of one on demand', () => {
  const named = { name: 'Team plan', currency: 'USD', merchant_order_ref: empty.merchant_order_ref, chaipay_key: 'key' }
  expect(sent({ frequency: '3', from: '2026-03-31 04:00:00' })).toMatchObject({
    ...named,
    plan_type: 'REGULAR',
    amount: 30,
    frequency: 3,
    period: 'M',
  })
  expect(sent({ from: '2026-03-31 04:00:00' })).not.toHaveProperty('from')
  expect(sent({ plan_type: 'ONDEMAND' })).toMatchObject({ ...named, plan_type: 'ONDEMAND' })
  for (const name of ['amount', 'frequency', 'period']) expect(sent({ plan_type: 'ONDEMAND' })).not.toHaveProperty(name)
})

it('asks for dates once the rhythm is one, with the amount and the moment that are typed', () => {
  expect(previewBody(values({ amount: '', frequency: '2', period: 'W' }))).toEqual({
    currency: 'USD',
    frequency: 2,
    period: 'W',
  })
  expect(previewBody(values({ from: '2026-03-31 04:00:00' }))).toEqual({
    currency: 'USD',
    frequency: 1,
    period: 'M',
    amount: 30,
    from: '2026-03-31 04:00:00',
  })
  for (const frequency of ['', '0', '1.5', '61']) expect(previewBody(values({ frequency }))).toBeNull()
  expect(previewBody(values({ plan_type: 'ONDEMAND' }))).toBeNull()
  // Cents of a currency without any are no amount yet.
  expect(previewBody(values({ currency: 'KRW', amount: '30.5' }))).not.toHaveProperty('amount')
})

it('offers hours for trying out alone', () => {
  expect(periodsOf('sandbox')).toContain('H')
  expect(periodsOf('live')).not.toContain('H')
})
