import { expect, it } from 'vitest'
import { isPositive, isZero, negated, sumOfTexts } from './decimal-sums.ts'

it('sums of decimal texts are exact, of either sign and beyond what a float holds', () => {
  expect(sumOfTexts([])).toBe('0')
  expect(sumOfTexts(['0.1', '0.2'])).toBe('0.3')
  expect(sumOfTexts(['-1.25', '0.5'])).toBe('-0.75')
  expect(sumOfTexts(['9007199254740993', '0.00000001'])).toBe('9007199254740993.00000001')
  expect([isPositive('0'), isPositive('-0.1'), isPositive('0.00000001')]).toEqual([false, false, true])
  expect([negated('1.50'), negated('-0.00000001'), negated('0')]).toEqual(['-1.5', '0.00000001', '0'])
  expect([isZero('0.00'), isZero('-0.00000001')]).toEqual([true, false])
})
