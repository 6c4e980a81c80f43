import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText, currencies, currencyCodes, majorText, percentOf, remainder, toMajor, toMinor } from './money.ts'

const currency = fc.constantFrom(...currencyCodes)
const minor = fc.bigInt({ min: 0n, max: 999_999_999_999_999n })

describe('amounts', () => {
  it('are exact through JSON in every currency', () => {
    fc.assert(
      fc.property(currency, minor, (code, amount) => {
        const wire = JSON.parse(JSON.stringify(toMajor(amount, code))) as number
        expect(toMinor(wire, code)).toBe(amount)
        expect(String(wire)).toBe(majorText(amount, code))
      }),
    )
  })

  it('with more decimals than the currency has are refused, never rounded', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 1_000 }),
        (code, digit, whole) => {
          expect(toMinor(Number(`${whole}.${'0'.repeat(currencies[code])}${digit}`), code)).toBe('too_many_decimals')
        },
      ),
    )
  })

  it('that are not valid are refused with a reason', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(toMinor(value, 'USD')).toBe('not_a_number')
    for (const value of [-1, -0.01, -0]) expect(toMinor(value, 'USD')).toBe('negative')
    for (const value of [1e15, 1e21, 12_345_678_901_234.56]) expect(toMinor(value, 'USD')).toBe('too_large')
    expect(toMinor(1e-7, 'USD')).toBe('too_many_decimals')
    expect(toMinor(9_999_999_999_999.99, 'USD')).toBe(999_999_999_999_999n)
  })

  it('are written in the form of signatures', () => {
    const texts = [
      [10_000n, 'USD', '100'],
      [10n, 'USD', '0.1'],
      [10_025n, 'USD', '100.25'],
      [-5n, 'USD', '-0.05'],
      [7n, 'JPY', '7'],
      [0n, 'KRW', '0'],
    ] as const
    for (const [amount, code, text] of texts) expect(majorText(amount, code)).toBe(text)
  })

  it('are shown with the currency’s decimals in every language, in Western digits', () => {
    expect(amountText(123_450n, 'USD', 'en')).toBe('1,234.50')
    expect(amountText(1_234n, 'JPY', 'en')).toBe('1,234')
    expect(amountText(123_450n, 'IDR', 'en')).toBe('1,234.50')
    expect(amountText(123_450n, 'USD', 'ar')).toBe('1,234.50')
  })
})

describe('shares', () => {
  it('are rounded half to even', () => {
    const cases = [
      [50n, '1', 0n],
      [150n, '1', 2n],
      [250n, '1', 2n],
      [125n, '2', 2n],
      [175n, '2', 4n],
      [-50n, '1', 0n],
      [100n, '2.9', 3n],
      [33_333n, '0.005', 2n],
    ] as const
    for (const [amount, percent, share] of cases)
      expect({ amount, percent, share: percentOf(amount, percent) }).toEqual({ amount, percent, share })
  })

  it('are never off by more than half a minor unit', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 1_000_000 }), (amount, tenThousandths) => {
        const share = percentOf(
          amount,
          `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`,
        )
        const off = share * 1_000_000n - amount * BigInt(tenThousandths)
        expect((off < 0n ? -off : off) <= 500_000n).toBe(true)
      }),
    )
  })

  it('of invalid percentages throw', () => {
    for (const percent of ['', '-1', '1e2', 'x', '1.']) expect(() => percentOf(1n, percent)).toThrow(RangeError)
  })
})

describe('the remainder of an amount', () => {
  it('is exact where floats are not', () => {
    expect(remainder('SGD', 16.2, 5.4)).toBe(10.8)
    expect(remainder('SGD', 16.2, 5.4, 10.8)).toBe(0)
    expect(remainder('JPY', 1000, 1, 2)).toBe(997)
  })
  it('of any amount and its parts is what is left in minor units', () => {
    const some = fc.bigInt(0n, 10n ** 13n)
    fc.assert(
      fc.property(currency, some, some, some, (code, left, first, second) => {
        const rest = remainder(code, toMajor(left + first + second, code), toMajor(first, code), toMajor(second, code))
        expect(toMinor(rest, code)).toBe(left)
      }),
    )
  })
})

describe('the exponents', () => {
  it('are those of ISO 4217', () => {
    const zero = currencyCodes.filter((code) => currencies[code] === 0)
    expect(zero).toEqual(['JPY', 'KRW', 'UGX', 'VND'])
    expect(currencyCodes).toHaveLength(30)
    const published = join(import.meta.dirname, '../../../shared/data/standards/iso4217_spec30.json')
    if (!existsSync(published)) return
    const { currencies: rows } = JSON.parse(readFileSync(published, 'utf8')) as {
      currencies: { code: keyof typeof currencies; minor_unit: number }[]
    }
    for (const { code, minor_unit } of rows)
      expect({ code, exponent: currencies[code] }).toEqual({ code, exponent: minor_unit })
  })
})
