import { expect, it } from 'vitest'
import { sumOf } from './amounts.ts'

it('amounts are added to the minor unit', () => {
  expect(0.7 + 0.1).toBeLessThan(0.8)
  expect(sumOf([0.7, 0.1], 'SGD')).toBe(0.8)
  expect(sumOf([0.1, 0.2], 'SGD')).toBe(0.3)
  expect(sumOf([1200, 34], 'VND')).toBe(1234)
  expect(sumOf([10.5, -0.25, -20], 'SGD')).toBe(-9.75)
  expect(sumOf([], 'SGD')).toBe(0)
})
