import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takersOf, waysFor } from '#server/channels/ways.ts'
import { wayOf } from '#contract/methods.ts'
import { localTime } from './conditions.ts'
import { decide, type Rule } from './decide.ts'
import { replayOf, rulesWith, type Kind, type Setting } from './backtest-replay.ts'
import { routeWay } from './route.ts'

const way = { type: 'WALLET', subType: 'GRABPAY' } as const
const timeZone = 'Asia/Singapore'
const rowOf = (channel_key: string, own: object = {}): Setting['channelWays'][number] => ({
  type: way.type,
  sub_type: way.subType,
  is_default: false,
  limits: {},
  plans: [],
  channel_key,
  name: channel_key,
  country: 'GLOBAL',
  catalogue_key: 'SIMULATOR',
  credentials_state: 'working',
  merchant_country: 'SG',
  is_enabled: true,
  removed_at: null,
  set_countries: null,
  in_countries: null,
  ...own,
})
const kindOf = (own: Partial<Kind> = {}): Kind => ({
  method: way.type,
  subType: way.subType,
  currency: 'SGD',
  country: 'SG',
  source: 'payment_link',
  channelKey: 'A',
  succeeded: true,
  ...own,
})

const names = fc.constantFrom('A', 'B', 'C', 'D')
const anyRule = fc.record({
  routing_ref: fc.constantFrom('Route_1', 'Route_2', 'Route_3'),
  version: fc.nat(9),
  is_default: fc.boolean(),
  conditions: fc.record(
    {
      currencies: fc.subarray(['SGD', 'MYR'] as const, { minLength: 1 }),
      countries: fc.subarray(['SG', 'MY'], { minLength: 1 }),
      sources: fc.subarray(['payment_link', 'invoice'], { minLength: 1 }),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      from_hour: fc.nat(23),
      amount: fc.constantFrom([{ currency: 'SGD' as const, min: '5000', max: null }]),
    },
    { requiredKeys: [] },
  ),
  channels: fc.array(
    fc.record({
      channel_key: names,
      method_key: fc.constantFrom('' as const, 'WALLET' as const, 'CARD' as const),
      rank: fc.integer({ min: 1, max: 3 }),
      weight: fc.integer({ min: 0, max: 1_000 }),
      is_enabled: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
}) satisfies fc.Arbitrary<Rule>
const anyRow = fc.record({
  channel: names,
  is_enabled: fc.boolean(),
  country: fc.constantFrom('GLOBAL', 'SG', 'MY'),
  limits: fc.constantFrom({}, { SGD: { minimum: '2000' } }, { SGD: { maximum: '7000' } }),
})

describe('a decision about the past', () => {
  it('is the one that routing makes at the time', () => {
    const property = fc.property(
      fc.array(anyRule, { maxLength: 5 }),
      fc.uniqueArray(anyRow, { selector: ({ channel }) => channel, minLength: 1 }),
      fc.constantFrom('SGD' as const, 'MYR' as const),
      fc.constantFrom('SG', 'MY'),
      fc.constantFrom('payment_link', 'invoice'),
      fc.bigInt(100n, 10_000n),
      fc.string({ minLength: 1 }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
      (rules, rows, currency, country, source, amountMinor, merchantOrderRef, now) => {
        const channelWays = rows.map(({ channel, ...own }) => rowOf(channel, own))
        const payment = { currency, country, amountMinor }
        const offered = waysFor(channelWays, payment).find((one) => one.subType === way.subType)
        const order = { ...payment, merchantOrderRef, source, left: new Set<string>() }
        const live = offered && routeWay({ now }, { rules, rests: [], timeZone }, order, offered).choices[0]
        const replay = replayOf({ rules, channelWays, timeZone }, kindOf({ currency, country, source }))
        const past = now.toISOString().replace('T', ' ').replace('Z', '+00')
        expect(replay(merchantOrderRef, amountMinor, past)).toBe(live?.channelKey ?? null)
      },
    )
    fc.assert(property, { numRuns: 2_000 })
  })

  it('knows a card payment from before sub-types, and no channel for a way that is gone', () => {
    const card = rowOf('A', { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' })
    const setting = { rules: [], channelWays: [card], timeZone }
    const at = '2026-11-23 10:00:00+00'
    expect(replayOf(setting, kindOf({ method: 'CARD', subType: '' }))('o', 1_000n, at)).toBe('A')
    expect(replayOf(setting, kindOf())('o', 1_000n, at)).toBeNull()
    expect(replayOf(setting, kindOf({ method: 'SPLIT' as never, subType: '' }))('o', 1_000n, at)).toBeNull()
  })
})

describe('the rule that is backtested', () => {
  const rule = (routing_ref: string, position: number) => ({ routing_ref, position, is_default: false })
  const saved = [rule('one', 0), rule('two', 1), rule('three', 1), rule('four', 2)]
  const refs = (trial: ReturnType<typeof rule>) => rulesWith(saved, trial).map(({ routing_ref: ref }) => ref)

  it('stands in the place of its saved self, or where its position puts it', () => {
    expect(refs(rule('two', 1))).toEqual(['one', 'two', 'three', 'four'])
    expect(refs(rule('three', 1))).toEqual(['one', 'two', 'three', 'four'])
    expect(refs(rule('four', 0))).toEqual(['one', 'four', 'two', 'three'])
    expect(refs(rule('', 1))).toEqual(['one', 'two', 'three', '', 'four'])
    expect(refs(rule('', 9))).toEqual(['one', 'two', 'three', 'four', ''])
  })
})

describe('a roll-out', () => {
  const channel = (channel_key: string) =>
    ({ channel_key, method_key: '', rank: 1, weight: 1, is_enabled: true }) as const
  const trial = { rollout_id: 'r', share: 20, version: 2, conditions: {}, channels: [channel('B')], is_new: false }
  const rule: Rule = {
    routing_ref: 'Route_1',
    version: 1,
    is_default: false,
    conditions: {},
    channels: [channel('A')],
    trial,
  }
  const wallet = wayOf(way.type, way.subType)
  if (!wallet) throw new Error('no such way')
  const asked = (merchantOrderRef: string, own: object = {}) => ({
    order: {
      merchantOrderRef,
      amountMinor: 5_000n,
      currency: 'SGD' as const,
      country: 'SG',
      source: 'payment_link',
      local: () => localTime(new Date(0), timeZone),
      ...own,
    },
    way,
    takers: takersOf([rowOf('A'), rowOf('B')], wallet, { currency: 'SGD', country: 'SG', amountMinor: 5_000n }),
    resting: new Set<string>(),
    left: new Set<string>(),
  })
  const orders = Array.from({ length: 100_000 }, (_, n) => `order-${n}`)

  it('gives its share of 100,000 orders to the new version, within 0.5 %', () => {
    let tried = 0
    for (const order of orders) {
      const { choices, rollout } = decide([rule], asked(order))
      const isCandidate = rollout?.arm === 'candidate'
      if (isCandidate) tried += 1
      if (choices[0]?.channelKey !== (isCandidate ? 'B' : 'A') || choices[0]?.version !== (isCandidate ? 2 : 1))
        throw new Error(`${order} goes by the other arm`)
    }
    expect(Math.abs(tried / orders.length - 0.2)).toBeLessThan(0.005)
  })

  it('keeps the orders that it has when the share grows', () => {
    const armsAt = (share: number) =>
      orders
        .slice(0, 2_000)
        .map((order) => decide([{ ...rule, trial: { ...trial, share } }], asked(order)).rollout?.arm)
    const [few, more] = [armsAt(20), armsAt(60)]
    expect(few.every((arm, at) => arm === 'control' || more[at] === 'candidate')).toBe(true)
  })

  it('is about an order only where the rule decides about it in either arm', () => {
    const before: Rule = { ...rule, routing_ref: 'Route_0', conditions: { sources: ['invoice'] }, trial: null }
    const narrow = {
      ...rule,
      conditions: { countries: ['MY'] },
      trial: { ...trial, conditions: { countries: ['SG'] } },
    }
    const of = (rules: Rule[], own: object = {}) =>
      orders.slice(0, 200).map((order) => decide(rules, asked(order, own)))
    expect(of([before, rule], { source: 'invoice' }).every(({ rollout }) => rollout === null)).toBe(true)
    expect(of([before, rule]).every(({ rollout }) => rollout !== null)).toBe(true)
    expect(new Set(of([narrow]).map(({ rollout }) => rollout?.arm))).toEqual(new Set(['candidate', 'control']))
    expect(of([narrow], { country: 'TH' }).every(({ rollout }) => rollout === null)).toBe(true)
  })

  it('of a new rule leaves the other orders without it', () => {
    const isNew = { ...rule, trial: { ...trial, is_new: true } }
    for (const order of orders.slice(0, 200)) {
      const { choices, rollout } = decide([isNew], asked(order))
      expect(choices[0]?.reason).toBe(rollout?.arm === 'candidate' ? 'rank' : 'order')
    }
  })
})
