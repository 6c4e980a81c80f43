import { assert, bigInt, constantFrom, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { currencies } from '#contract/kit/money.ts'
import * as exact from './exact.ts'
import {
  dividedBy,
  exactMost,
  exactOf,
  exactOfMinor,
  exactText,
  factorOf,
  minorOfExact,
  percentOf,
  times,
} from './exact.ts'
import { roundHalfEven, roundHalfUp, sumOf, type Exact } from './exact.ts'

const read = (text: string): Exact => {
  const found = exactOf(text)
  if (found === null) throw new Error(text)
  return found
}
const factor = (text: string) => factorOf(text) as exact.Factor

it('a plain decimal is read exactly, and nothing else is read', () => {
  expect(['0', '-0', '1', '.5', '5.', '+12.34', '-12.34000000000', '0.00000001', '007'].map((text) => exactOf(text))).toEqual([
    0n, 0n, 100_000_000n, 50_000_000n, 500_000_000n, 1_234_000_000n, -1_234_000_000n, 1n, 700_000_000n,
  ]) // prettier-ignore
  for (const text of ['', '.', '-', '1,5', '1e3', '0.000000001', ' 1', '1 ', '--1', 'NaN', '٣'])
    expect(exactOf(text)).toBe(null)
  expect(exactOf('9'.repeat(22))).toBe(BigInt('9'.repeat(22) + '00000000'))
  expect(exactOf('9'.repeat(23))).toBe(null)
})

it('amounts of every currency go there and back exactly', () => {
  expect(Object.keys(currencies)).toHaveLength(30)
  const limit = exactMost / 10n ** 8n
  assert(
    property(constantFrom(...Object.values(currencies)), bigInt(-limit, limit), (exponent, minor) => {
      const amount = exactOfMinor(minor, exponent)
      expect(minorOfExact(read(exactText(amount)), exponent)).toBe(minor)
      expect(minorOfExact(read(exactText(amount, exponent)), exponent)).toBe(minor)
    }),
  )
})

it('text is as short as it can be, and has the decimals that are asked for', () => {
  const texts = ['0', '-0.5', '12.5', '100', '-100.00000001']
  expect(texts.map((text) => exactText(read(text)))).toEqual(texts)
  expect(['0', '-0.5', '12.345'].map((text) => exactText(read(text), 2))).toEqual(['0.00', '-0.50', '12.345'])
})

it('halves go to the even neighbour, or away from zero where that is agreed', () => {
  const halves = ['0.005', '0.015', '-0.005', '-0.015', '0.0050001', '2.4999'].map(read)
  expect(halves.map((half) => exactText(roundHalfEven(half, 2)))).toEqual(['0', '0.02', '0', '-0.02', '0.01', '2.5'])
  expect(halves.map((half) => exactText(roundHalfUp(half, 2)))).toEqual([
    '0.01',
    '0.02',
    '-0.01',
    '-0.02',
    '0.01',
    '2.5',
  ])
  expect([roundHalfEven(read('2.5'), 0), roundHalfEven(read('3.5'), 0)].map((one) => exactText(one))).toEqual([
    '2',
    '4',
  ])
})

it('a rate, a percentage and a quotient are rounded once', () => {
  expect(exactText(times(read('1000'), factor('0.00671234567891'), 2))).toBe('6.71')
  expect(exactText(times(read('1'), factor('0.333333333333')))).toBe('0.33333333')
  // 1.005 is rounded from what it is, and not from 1.0050000 after a first rounding.
  expect(exactText(percentOf(read('100.4999999'), factor('1'), 2))).toBe('1')
  expect(exactText(percentOf(read('38.5'), factor('1.3'), 2, 'half_up'))).toBe('0.5')
  expect(exactText(dividedBy(read('10'), factor('-3'), 4))).toBe('-3.3333')
  expect(() => dividedBy(1n, factor('0'))).toThrow(RangeError)
})

it('rounding is never further than half a unit, and a quotient undoes a product', () => {
  assert(
    property(bigInt(-(10n ** 20n), 10n ** 20n), integer({ min: 0, max: 8 }), (amount, exponent) => {
      for (const near of [roundHalfEven(amount, exponent), roundHalfUp(amount, exponent)]) {
        expect(exact.absolute(near - amount) * 2n <= 10n ** BigInt(8 - exponent)).toBe(true)
        expect(exact.decimalsOf(near)).toBeLessThanOrEqual(exponent)
      }
      const rate = factor('1.25')
      if (amount % 4n === 0n) expect(dividedBy(times(amount, rate), rate)).toBe(amount)
    }),
  )
})

it('a sum in floats of the same lines is caught: it is not the exact one', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `${at}.${String(at % 100).padStart(2, '0')}`)
  const floats = lines.reduce((sum, line) => sum + Number(line), 0)
  expect(exactText(sumOf(lines.map(read)))).toBe('499995')
  expect(floats).not.toBe(499_995)
})
