import { describe, expect, it } from 'vitest'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import {
  askedBody,
  emptySubscription,
  missingOf,
  subscriptionBody,
  type SubscriptionValues,
} from './subscription-form.ts'

const price = { order_ref: 'price-1', plan_type: 'REGULAR', currency: 'USD' } as const
const empty = emptySubscription({ price, currency: 'SGD', clock: '', now: new Date('2026-03-01T00:00:00Z') })
const asked = (changed: Partial<SubscriptionValues>) => withoutBlanks(askedBody({ ...empty, ...changed }))

describe('the body of a subscription', () => {
  it('has the currency of its price, and what is chosen of its beginning and end alone', () => {
    expect(asked({})).toMatchObject({ price_order_ref: 'price-1', currency: 'USD', quantity: 1 })
    expect(Object.keys(asked({}))).not.toEqual(expect.arrayContaining(['trial_frequency']))
    const trial = asked({ begins: 'trial', trial_frequency: '2', trial_period: 'W', started_at: '2026-05-01 00:00:00' })
    expect(trial).toMatchObject({ trial_frequency: 2, trial_period: 'W' })
    expect(trial).not.toHaveProperty('started_at')
    const later = asked({ begins: 'later', started_at: '2026-05-01 00:00:00', ends: 'count', recurrance_count: '12' })
    expect(later).toMatchObject({ started_at: '2026-05-01 00:00:00', recurrance_count: 12 })
    expect(later).not.toHaveProperty('trial_period')
    expect(asked({ recurrance_count: '12' })).not.toHaveProperty('recurrance_count')
  })

  it('on demand has amounts of its own, and neither quantity nor count', () => {
    const onDemand = asked({
      subscription_type: 'ONDEMAND',
      initial_amount: '5',
      max_amount: '50.5',
      begins: 'trial',
      ends: 'count',
      recurrance_count: '3',
    })
    expect(onDemand).toMatchObject({ subscription_type: 'ONDEMAND', initial_amount: 5, max_amount: 50.5 })
    for (const name of ['quantity', 'trial_period', 'recurrance_count', 'allow_accumulate'])
      expect(onDemand).not.toHaveProperty(name)
  })

  it('sends messages only where there is an address', () => {
    const sender = { merchantKey: 'acme', environment: 'sandbox' } as const
    const ticked = { ...empty, notify_by_email: true, notify_by_phone: true, customer_email_address: 'a@b.example' }
    expect(subscriptionBody(ticked, sender)).toMatchObject({
      chaipay_key: 'acme',
      notify_by_email: true,
      notify_by_phone: false,
    })
  })

  it('says what is missing, where it is missing', () => {
    const paths = (changed: Partial<SubscriptionValues>) => missingOf({ ...empty, ...changed }).map(({ path }) => path)
    expect(paths({})).toEqual([])
    expect(paths({ price_order_ref: '', begins: 'later', ends: 'count' })).toEqual([
      'price_order_ref',
      'started_at',
      'recurrance_count',
    ])
    expect(paths({ additional_costs: [{ key: '', value: '3' }] })).toEqual(['additional_costs.0.key'])
  })
})
