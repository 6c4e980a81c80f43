import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Currency } from '#contract/kit/money.ts'
import { periods } from '#contract/subscription-periods.ts'
import { monthlyRevenue, type Recurring } from './monthly.ts'

const usd = (amount: bigint, period: Recurring['period'], frequency = 1): Recurring => ({
  currency: 'USD',
  amount,
  period,
  frequency,
})
const revenue = (...all: Recurring[]) => monthlyRevenue(all).get('USD')

describe('the monthly revenue', () => {
  it.each([
    ['M', 1, 1_000n],
    ['M', 3, 333n],
    ['Q', 1, 333n],
    ['Y', 1, 83n],
    ['Y', 2, 42n],
    // 1,000 × 30.4375 ÷ 7 = 4,348.2
    ['W', 1, 4_348n],
    ['D', 1, 30_438n],
    ['D', 10, 3_044n],
  ] as const)('of 10.00 every %s × %i is %s', (period, frequency, expected) => {
    expect(revenue(usd(1_000n, period, frequency))).toBe(expected)
  })

  it('is summed in fractions and rounded once, a half away from zero', () => {
    // A third, three times; and six twelfths.
    expect(revenue(usd(1n, 'Q'), usd(1n, 'Q'), usd(1n, 'Q'))).toBe(1n)
    expect(revenue(...Array.from({ length: 6 }, () => usd(1n, 'Y')))).toBe(1n)
    expect(revenue(...Array.from({ length: 5 }, () => usd(1n, 'Y')))).toBe(0n)
  })

  it('keeps currencies apart, and has none of hours', () => {
    const sums = monthlyRevenue([usd(5n, 'M'), { ...usd(7n, 'M'), currency: 'KRW' }, usd(9n, 'H')])
    expect([...sums]).toEqual([
      ['USD', 5n],
      ['KRW', 7n],
    ])
    expect(monthlyRevenue([usd(9n, 'H')]).size).toBe(0)
  })

  it('is that of one common denominator, whatever is summed, in any order', () => {
    const anyOne = fc.record({
      currency: fc.constantFrom<Currency>('USD', 'KRW'),
      period: fc.constantFrom(...periods),
      frequency: fc.integer({ min: 1, max: 12 }),
      amount: fc.bigInt(0n, 10n ** 12n),
    })
    // 12 × 16 × 7 × what all frequencies to 12 divide.
    const common = 12n * 16n * 7n * 27_720n
    const perMonth = { H: 0n, D: common * 487n / 16n, W: common * 487n / 112n, M: common, Q: common / 3n, Y: common / 12n } // prettier-ignore
    fc.assert(
      fc.property(fc.array(anyOne), (all) => {
        const sums = monthlyRevenue(all.toReversed())
        for (const currency of ['USD', 'KRW'] as const) {
          const own = all.filter((one) => one.currency === currency && one.period !== 'H')
          const sum = own.reduce(
            (s, { amount, period, frequency }) => s + (amount * perMonth[period]) / BigInt(frequency),
            0n,
          )
          expect(sums.get(currency) ?? 0n).toBe((2n * sum + common) / (2n * common))
        }
      }),
      { numRuns: 500 },
    )
  })
})
