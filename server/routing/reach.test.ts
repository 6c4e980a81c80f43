import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Currency } from '#contract/kit/money.ts'
import { overlaps, takenBy, type ReachConditions } from '#contract/routing-reach.ts'
import type { KeptConditions } from '#server/db/kept-routing.ts'
import { unmet, type RoutedOrder } from './conditions.ts'
import { decide, type Rule } from './decide.ts'

/** Rules whose conditions meet and cover one another often, and an order for each part into which they divide orders. */
const currencies = ['SGD', 'MYR'] as const
const bounds = fc.record({
  currency: fc.constantFrom(...currencies),
  min: fc.constantFrom(null, '0', '100', '200'),
  max: fc.constantFrom(null, '99', '150', '200'),
})
const anyConditions: fc.Arbitrary<KeptConditions> = fc.record(
  {
    currencies: fc.subarray([...currencies], { minLength: 1 }),
    countries: fc.subarray(['SG', 'MY'], { minLength: 1 }),
    sources: fc.subarray(['payment_link', 'invoice'], { minLength: 1 }),
    methods: fc.subarray(
      [
        { type: 'WALLET' as const, sub_type: '' },
        { type: 'WALLET' as const, sub_type: 'GRABPAY' },
        { type: 'CARD' as const, sub_type: '' },
      ],
      { minLength: 1 },
    ),
    amount: fc.uniqueArray(bounds, { minLength: 1, maxLength: 2, selector: ({ currency }) => currency }),
    weekdays: fc.subarray([1, 2], { minLength: 1 }),
    from_hour: fc.constantFrom(0, 8, 22),
    to_hour: fc.constantFrom(2, 8, 24),
  },
  { requiredKeys: [] },
)
const anyRules = fc.array(anyConditions, { minLength: 1, maxLength: 5 })
const ways = [
  { type: 'WALLET', subType: 'GRABPAY' },
  { type: 'WALLET', subType: 'GCASH' },
  { type: 'CARD', subType: 'INT_DEBIT_CARD' },
  { type: 'UPI', subType: '' },
] as const
const anyOrder = fc.record({
  currency: fc.constantFrom<Currency>(...currencies, 'USD'),
  amountMinor: fc.constantFrom(0n, 1n, 99n, 100n, 150n, 151n, 199n, 200n, 201n, 10n ** 15n),
  country: fc.constantFrom('SG', 'MY', 'FR'),
  source: fc.constantFrom('payment_link', 'invoice', 'checkout'),
  way: fc.constantFrom(...ways),
  weekday: fc.constantFrom(1, 2, 3, 7),
  hour: fc.constantFrom(0, 1, 2, 7, 8, 21, 22, 23),
})
type Order = typeof anyOrder extends fc.Arbitrary<infer O> ? O : never
const routed = ({ weekday, hour, ...order }: Order): RoutedOrder => ({
  ...order,
  merchantOrderRef: 'order-1',
  local: () => ({ weekday, hour }),
})

const reachOf = ({ amount, ...conditions }: KeptConditions): ReachConditions => ({
  ...conditions,
  ...(amount && {
    amount: amount.map(({ currency, min, max }) => ({
      currency,
      min: min === null ? null : BigInt(min),
      max: max === null ? null : BigInt(max),
    })),
  }),
})
const takenIn = (all: readonly KeptConditions[], at: number) =>
  takenBy(reachOf(all[at] ?? {}), all.slice(0, at).map(reachOf))
const ruleOf = (conditions: KeptConditions, at: number): Rule => ({
  routing_ref: `Route_${at}`,
  version: 1,
  is_default: false,
  conditions,
  channels: [{ channel_key: `C${at}`, method_key: '', rank: 1, weight: 1, is_enabled: true }],
})

it('a rule that is said to be never reached is never decided by, in 10,000 random orders', () => {
  let said = 0
  const property = fc.property(
    fc.array(anyConditions, { minLength: 5, maxLength: 9 }),
    fc.array(anyOrder, { minLength: 40, maxLength: 40 }),
    (all, orders) => {
      const rules = all.map(ruleOf)
      const never = new Set(rules.flatMap(({ routing_ref: ref }, at) => (takenIn(all, at) ? [ref] : [])))
      said += never.size
      const takers = rules.map(({ channels: [one] }) => ({ channelKey: one?.channel_key ?? '', unfit: null }))
      for (const order of orders) {
        const [first] = decide(rules, {
          order: routed(order),
          way: order.way,
          takers,
          resting: new Set(),
          left: new Set(),
        }).choices
        expect(never).not.toContain(first?.routingRef)
      }
    },
  )
  fc.assert(property, { numRuns: 250 })
  expect(said).toBeGreaterThan(50)
})

/** All combinations of what the conditions tell apart. */
function* everyOrder(): Generator<Order> {
  for (const currency of ['SGD', 'MYR', 'USD'] as const)
    for (const amountMinor of [0n, 99n, 100n, 150n, 151n, 200n, 201n])
      for (const country of ['SG', 'MY', 'FR'] as const)
        for (const source of ['payment_link', 'invoice', 'checkout'] as const)
          for (const way of ways)
            for (const weekday of [1, 2, 3] as const) for (const hour of [0, 2, 8, 22] as const) yield { currency, amountMinor, country, source, way, weekday, hour } // prettier-ignore
}
const everyRouted = [...everyOrder()].map((order) => ({ order: routed(order), way: order.way }))

it('a rule that may be reached is reached by some order', () => {
  const property = fc.property(anyRules, (all) => {
    const last = all.length - 1
    const own = everyRouted.filter(({ order, way }) => unmet(all[last] ?? {}, order, way) === null)
    const left = own.filter(({ order, way }) => all.slice(0, last).every((one) => unmet(one, order, way) !== null))
    const taken = takenIn(all, last)
    expect(taken === null).toBe(left.length > 0)
    if (taken?.length === 0) expect(own).toEqual([])
    // The rules that are named are enough.
    const named = taken?.map((at) => all[at] ?? {}) ?? []
    if (taken) for (const { order, way } of own) expect(named.some((one) => unmet(one, order, way) === null)).toBe(true)
  })
  fc.assert(property, { numRuns: 60 })
})

it('two rules overlap when one order meets both', () => {
  const property = fc.property(anyConditions, anyConditions, (one, other) => {
    const both = everyRouted.some(({ order, way }) =>
      [one, other].every((conditions) => unmet(conditions, order, way) === null),
    )
    expect(overlaps(reachOf(one), reachOf(other))).toBe(both)
  })
  fc.assert(property, { numRuns: 60 })
})

it('a hundred rules that divide orders finely are looked at in no time, and nothing false is said', () => {
  const many = Array.from({ length: 99 }, (_, at): ReachConditions => ({
    currencies: ['SGD'],
    countries: [String.fromCodePoint(65 + (at % 26), 65 + (at % 25))],
    amount: [{ currency: 'SGD', min: BigInt(at * 10), max: BigInt(at * 10 + 5) }],
    weekdays: [1 + (at % 7)],
  }))
  const before = performance.now()
  expect(takenBy({}, many)).toBeNull()
  expect(takenBy({ currencies: ['SGD'], countries: ['AA'], amount: [{ currency: 'SGD', min: 1n, max: 4n }], weekdays: [1] }, many)).toEqual([0]) // prettier-ignore
  expect(performance.now() - before).toBeLessThan(1_000)
})
