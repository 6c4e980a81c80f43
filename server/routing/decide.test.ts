import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes } from '#contract/kit/money.ts'
import type { KeptChannel, KeptConditions } from '#server/db/kept-routing.ts'
import { localTime, unmet, type RoutedOrder } from './conditions.ts'
import { decide, type Rule, type Taker } from './decide.ts'

const way = { type: 'WALLET', subType: 'GRABPAY' } as const
const order: RoutedOrder = {
  merchantOrderRef: 'order-1',
  amountMinor: 10_000n,
  currency: 'SGD',
  country: 'SG',
  source: 'payment_link',
  local: () => ({ weekday: 1, hour: 12 }),
}
const channel = (channel_key: string, own: Partial<KeptChannel> = {}): KeptChannel => ({
  channel_key,
  method_key: '',
  rank: 1,
  weight: 1,
  is_enabled: true,
  ...own,
})
const rule = (channels: KeptChannel[], own: Partial<Rule> = {}): Rule => ({
  routing_ref: 'Route_1',
  version: 3,
  is_default: false,
  conditions: {},
  channels,
  ...own,
})
const taker = (channelKey: string, unfit: Taker['unfit'] = null): Taker => ({ channelKey, unfit })
const nothing: ReadonlySet<string> = new Set()
const asked = (own: Partial<Parameters<typeof decide>[1]> = {}) => ({
  order,
  way,
  takers: [taker('A'), taker('B'), taker('C')],
  resting: nothing,
  left: nothing,
  ...own,
})
const keys = (rules: Rule[], own = {}) => decide(rules, asked(own)).choices.map(({ channelKey }) => channelKey)

describe('a decision', () => {
  it('takes the channels of the first rule that holds by rank, then those of the default rule, then the others', () => {
    const rules = [
      rule([channel('A')], { conditions: { currencies: ['MYR'] } }),
      rule([channel('C', { rank: 2 }), channel('B')], { routing_ref: 'Route_2' }),
      rule([channel('A')], { routing_ref: 'Route_3', is_default: true }),
    ]
    const { choices } = decide(rules, asked({ takers: [taker('A'), taker('B'), taker('C'), taker('D')] }))
    expect(choices).toEqual([
      { channelKey: 'B', reason: 'rank', routingRef: 'Route_2', version: 3, rank: 1 },
      { channelKey: 'C', reason: 'rank', routingRef: 'Route_2', version: 3, rank: 2 },
      { channelKey: 'A', reason: 'default', routingRef: 'Route_3', version: 3, rank: 1 },
      { channelKey: 'D', reason: 'order', routingRef: '', version: 0, rank: 0 },
    ])
  })

  it('says why it passed channels over', () => {
    const channels = [
      channel('A', { is_enabled: false }),
      channel('B'),
      channel('C'),
      channel('D'),
      channel('E'),
      channel('F'),
      channel('G', { method_key: 'CARD' }),
    ]
    const takers = [taker('A'), taker('B', 'country'), taker('C'), taker('D'), taker('F')]
    const { choices, skipped } = decide(
      [rule(channels)],
      asked({ takers, resting: new Set(['C']), left: new Set(['D']) }),
    )
    expect(skipped).toEqual([
      { channel_key: 'A', why: 'switched_off' },
      { channel_key: 'B', why: 'country' },
      { channel_key: 'C', why: 'resting' },
      { channel_key: 'D', why: 'left' },
      { channel_key: 'E', why: 'way' },
    ])
    // What the rule does not use may still take the order when nothing else does; what rests or was left comes last.
    expect(choices.map(({ channelKey, reason }) => `${channelKey} ${reason}`)).toEqual([
      'F rank',
      'A order',
      'C last',
      'D last',
    ])
  })

  it('gives a channel of weight 0 what no other of its rank can take', () => {
    const rules = [rule([channel('A', { weight: 0 }), channel('B')])]
    expect(keys(rules).slice(0, 2)).toEqual(['B', 'A'])
    expect(keys(rules, { resting: new Set(['B']) })[0]).toBe('A')
  })

  it('is the same for the same question, and never names a channel that cannot take the order, nor leaves one out', () => {
    const names = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
    const anyConditions = fc.record(
      {
        currencies: fc.subarray(['SGD', 'MYR', 'USD'] as const, { minLength: 1 }),
        countries: fc.subarray(['SG', 'MY'], { minLength: 1 }),
        sources: fc.subarray(['payment_link', 'invoice'], { minLength: 1 }),
        weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        methods: fc.constantFrom(
          [{ type: 'WALLET' as const, sub_type: '' }],
          [{ type: 'CARD' as const, sub_type: '' }],
        ),
        amount: fc.constantFrom([{ currency: 'SGD' as const, min: '5000', max: null }]),
      },
      { requiredKeys: [] },
    )
    const anyRule = fc.record({
      routing_ref: fc.constantFrom('Route_1', 'Route_2', 'Route_3'),
      version: fc.nat(9),
      is_default: fc.boolean(),
      conditions: anyConditions,
      channels: fc.array(
        fc.record({
          channel_key: names,
          method_key: fc.constantFrom('' as const, 'WALLET' as const, 'CARD' as const),
          rank: fc.integer({ min: 1, max: 3 }),
          weight: fc.integer({ min: 0, max: 1_000 }),
          is_enabled: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
    })
    const anyTakers = fc.uniqueArray(
      fc.record({ channelKey: names, unfit: fc.constantFrom(null, null, 'disabled' as const, 'amount' as const) }),
      { selector: ({ channelKey }) => channelKey },
    )
    const someKeys = fc.subarray(['A', 'B', 'C', 'D', 'E', 'F'])
    const property = fc.property(
      fc.array(anyRule, { maxLength: 5 }),
      anyTakers,
      someKeys,
      someKeys,
      fc.string(),
      (rules, takers, resting, left, merchantOrderRef) => {
        const question = asked({
          takers,
          resting: new Set(resting),
          left: new Set(left),
          order: { ...order, merchantOrderRef },
        })
        const decision = decide(rules, question)
        expect(decide(rules, question)).toEqual(decision)
        const fit = takers.filter(({ unfit }) => unfit === null).map(({ channelKey }) => channelKey)
        expect(decision.choices.map(({ channelKey }) => channelKey).toSorted()).toEqual(fit.toSorted())
        const worst = new Set([...resting, ...left])
        for (const { channelKey, reason } of decision.choices) expect(reason === 'last').toBe(worst.has(channelKey))
        for (const { channel_key: key, why } of decision.skipped) if (why === 'left') expect(left).toContain(key)
      },
    )
    fc.assert(property, { numRuns: 2_000 })
  })
})

describe('the draw among channels of one rank', () => {
  const weights = { A: 700, B: 250, C: 50 }
  const all = Object.entries(weights).map(([key, weight]) => channel(key, { weight }))
  const orders = Array.from({ length: 100_000 }, (_, n) => `order-${n}`)
  const winners = (channels: KeptChannel[], own = {}, of = orders) =>
    of.map((merchantOrderRef) => keys([rule(channels)], { order: { ...order, merchantOrderRef }, ...own })[0])
  const drawn = winners(all)
  const some = orders.slice(0, 10_000)

  it('splits 100,000 orders within 0.5 % of the weights', () => {
    for (const [key, weight] of Object.entries(weights)) {
      const share = drawn.filter((one) => one === key).length / orders.length
      expect(Math.abs(share - weight / 1_000), key).toBeLessThan(0.005)
    }
  })

  it('moves only the orders of a channel that rests or is removed', () => {
    const without = winners(
      all.filter(({ channel_key: key }) => key !== 'B'),
      {},
      some,
    )
    expect(without.every((key, at) => (drawn[at] === 'B' ? key !== 'B' : key === drawn[at]))).toBe(true)
    expect(winners(all, { resting: new Set(['B']) }, some)).toEqual(without)
  })

  it('takes orders from each channel for one that is added, and moves no others', () => {
    const takers = ['A', 'B', 'C', 'D'].map((key) => taker(key))
    const more = winners([...all, channel('D', { weight: 500 })], { takers }, some)
    expect(more.every((key, at) => key === drawn[at] || key === 'D')).toBe(true)
    expect(more.filter((key) => key === 'D').length / some.length).toBeCloseTo(1 / 3, 1)
  })
})

describe('conditions', () => {
  const missing = (conditions: KeptConditions, own: Partial<RoutedOrder> = {}) =>
    unmet(conditions, { ...order, ...own }, way)
  const fits = (conditions: KeptConditions, own: Partial<RoutedOrder> = {}) => missing(conditions, own) === null

  it('all have to hold', () => {
    expect(fits({})).toBe(true)
    expect(fits({ currencies: ['SGD'], countries: ['SG'], sources: ['payment_link'] })).toBe(true)
    expect(fits({ currencies: ['SGD'], countries: ['MY'] })).toBe(false)
    expect(fits({ sources: ['invoice'] })).toBe(false)
  })

  it('bound the amount by currency, both ends included', () => {
    const amount = [{ currency: 'SGD' as const, min: '5000', max: '10000' }]
    const of = (amountMinor: bigint) => fits({ amount }, { amountMinor })
    expect([4_999n, 5_000n, 10_000n, 10_001n].map(of)).toEqual([false, true, true, false])
    for (const currency of currencyCodes) expect(fits({ amount }, { currency })).toBe(currency === 'SGD')
    expect(fits({ amount: [{ currency: 'SGD', min: null, max: null }] })).toBe(true)
  })

  it('name a method with every sub-type of it, or one', () => {
    expect(fits({ methods: [{ type: 'WALLET', sub_type: '' }] })).toBe(true)
    expect(fits({ methods: [{ type: 'WALLET', sub_type: 'GCASH' }] })).toBe(false)
  })

  it('tell which of them does not hold', () => {
    expect(missing({})).toBeNull()
    expect(missing({ methods: [{ type: 'CARD', sub_type: '' }] })).toBe('method')
    expect(missing({ currencies: ['MYR'] })).toBe('currency')
    expect(missing({ amount: [{ currency: 'MYR', min: null, max: null }] })).toBe('currency')
    expect(missing({ amount: [{ currency: 'SGD', min: '10001', max: null }] })).toBe('amount')
    expect(missing({ countries: ['MY'] })).toBe('country')
    expect(missing({ sources: ['invoice'] })).toBe('source')
    expect(missing({ weekdays: [2] })).toBe('time')
  })

  it('hold from an hour until another, over midnight with the weekday on which the stretch began', () => {
    const at = (weekday: number, hour: number) => ({ local: () => ({ weekday, hour }) })
    const day = { weekdays: [5], from_hour: 9, to_hour: 17 }
    expect([8, 9, 16, 17].map((hour) => fits(day, at(5, hour)))).toEqual([false, true, true, false])
    const night = { weekdays: [5], from_hour: 22, to_hour: 2 }
    expect([at(5, 21), at(5, 22), at(6, 1), at(6, 2), at(6, 23), at(5, 1)].map((one) => fits(night, one))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(fits({ weekdays: [7], from_hour: 22, to_hour: 2 }, at(1, 0))).toBe(true)
    expect(fits({ from_hour: 18 }, at(3, 23))).toBe(true)
    expect(fits({ to_hour: 6 }, at(3, 6))).toBe(false)
  })

  it('are of the merchant’s own time zone', () => {
    const moment = new Date('2026-11-22T23:30:00Z')
    expect(localTime(moment, 'UTC')).toEqual({ weekday: 7, hour: 23 })
    expect(localTime(moment, 'Asia/Singapore')).toEqual({ weekday: 1, hour: 7 })
    expect(localTime(moment, 'America/New_York')).toEqual({ weekday: 7, hour: 18 })
  })
})
