import { expect, it } from 'vitest'
import { westernDecimal } from './decimal.ts'

it.each([
  ['1,234.50', '1234.50'],
  [' 12 ', '12'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['۱۲۳', '123'],
  ['1 000', '1000'],
  ['12,34,567.5', '1234567.5'],
  ['1,234', '1234'],
  ['24,50', '24.50'],
  ['1234,5', '1234.5'],
  ['٢٤،٥', '24.5'],
  ['24 50', '24 50'],
  ['2,45,0', '2,45,0'],
  ['1.234,56', '1.234,56'],
  ['twelve', 'twelve'],
])('reads %j as %j', (written, decimal) => {
  expect(westernDecimal(written)).toBe(decimal)
})
