import { expect, it } from 'vitest'
import { westernDecimal } from './decimal.ts'

it.each([
  ['1,234.50', '1234.50'],
  [' 12 ', '12'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['۱۲۳', '123'],
  ['1 000', '1000'],
  ['twelve', 'twelve'],
])('reads %j as %j', (written, decimal) => {
  expect(westernDecimal(written)).toBe(decimal)
})
