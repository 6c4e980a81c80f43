import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, currencyCodes, type Currency } from '#contract/kit/money.ts'
import { isAmount, minorOf, moneyOf } from './amounts.ts'

const taken = 'AUD BRL CAD CNY EUR GBP HKD JPY MXN MYR NZD PHP PLN SGD THB TWD USD'.split(' ')

test.each(currencyCodes)('a thousand amounts in %s go there and back exactly, or are not offered', (currency) => {
  const major = (text: string, of: Currency) => Math.round(Number(text) * 10 ** currencies[of])
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), (minor) => {
      const money = moneyOf(minor, currency)
      const isWhole = ['JPY', 'TWD'].includes(currency)
      const canBe = taken.includes(currency) && (!isWhole || minor % 10n ** BigInt(currencies[currency]) === 0n)
      expect(money !== null).toBe(canBe)
      if (money === null) return
      expect(money.value).toMatch(isWhole ? /^\d+$/ : /^\d+\.\d\d$/)
      expect(minorOf(money)).toBe(minor)
      expect(BigInt(major(money.value, currency))).toBe(minor)
      expect(isAmount(money, minor, currency)).toBe(true)
      expect(isAmount(money, minor + 1n, currency)).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['10', 1_000n],
  ['10.5', 1_050n],
  ['10.50', 1_050n],
  ['10.500', 1_050n],
  ['10.505', null],
  ['-1.00', null],
  ['1e3', null],
  ['', null],
  ['1,000.00', null],
])('%s USD is %s hundredths', (value, minor) => {
  expect(minorOf({ currency_code: 'USD', value })).toBe(minor)
})

test('nothing is no amount, and an unknown currency has none', () => {
  expect(moneyOf(0n, 'USD')).toBeNull()
  expect(minorOf({ currency_code: 'ZZZ', value: '1.00' })).toBeNull()
  expect(isAmount(undefined, 1n, 'USD')).toBe(false)
  expect(isAmount({ currency_code: 'EUR', value: '0.01' }, 1n, 'USD')).toBe(false)
})
