import { expect, it } from 'vitest'
import { codeDigits } from './code-digits.ts'

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳ ۴۵۶', '123456'],
  ['1234567', '123456'],
  ['Your code is 123456', '123456'],
  ['', ''],
])('reads the digits of %j', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits)
})
