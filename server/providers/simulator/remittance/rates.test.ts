import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateOf, type Rate } from '#contract/exchange-rates.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { rateOfDay } from './rates.ts'
import { workingDayAfter } from './working-days.ts'

const currency = fc.constantFrom(...currencyCodes)
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => dayAfter('2020-01-01', days))
const read = (text: string): Rate => rateOf(text) as Rate

test('a rate is a decimal of ten places, the same for the same day and seed, and another by another seed', () => {
  fc.assert(
    fc.property(currency, currency, day, (from, to, on) => {
      const rate = rateOfDay(from, to, { day: on, seed: 'a' })
      expect(rateOf(rate)).not.toBeNull()
      expect(rateOfDay(from, to, { day: on, seed: 'a' })).toBe(rate)
      if (from === to) expect(rate).toBe('1')
    }),
  )
  const of = (seed: string) => currencyCodes.map((to) => rateOfDay('USD', to, { day: '2026-11-27', seed })).join()
  expect(of('a')).not.toBe(of('b'))
})

test('a rate moves from day to day, and by 0.6 % at most', () => {
  let moved = 0
  fc.assert(
    fc.property(currency, currency, day, (from, to, on) => {
      const [one, other] = [on, dayAfter(on, 1)].map((each) => read(rateOfDay(from, to, { day: each, seed: 'a' })))
      if (one === undefined || other === undefined) throw new Error('two rates')
      if (one !== other) moved += 1
      // A unit more, as both are rounded to ten places.
      expect((other - 1n) * 1_000n).toBeLessThanOrEqual(one * 1_006n)
      expect((other + 1n) * 1_006n).toBeGreaterThanOrEqual(one * 1_000n)
    }),
    { numRuns: 1_000 },
  )
  expect(moved).toBeGreaterThan(750)
})

test('a rate and that of the other direction are inverse, and each pair goes by way of the dollar', () => {
  const on = { day: '2026-11-27', seed: 'a' }
  const there = read(rateOfDay('JPY', 'KRW', on))
  const back = read(rateOfDay('KRW', 'JPY', on))
  expect(Number(there) * Number(back)).toBeCloseTo(1e20, -12)
  const byDollar = Number(read(rateOfDay('JPY', 'USD', on))) * Number(read(rateOfDay('USD', 'KRW', on)))
  expect(byDollar / Number(there)).toBeCloseTo(1e10, -4)
})

test.each([
  ['2026-11-26', 1, '2026-11-27'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-27', 2, '2026-12-01'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-29', 3, '2026-12-02'],
  ['2026-12-31', 5, '2027-01-07'],
])('after %s the working day number %i is %s', (from, days, to) => {
  expect(workingDayAfter(from, days)).toBe(to)
})
