import { expect, it } from 'vitest'
import { currencies } from '#contract/kit/money.ts'
import { languageTags } from '#i18n/languages.ts'
import { decimalShown, decimalTyped, westernDecimal } from './decimal.ts'

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

it.each([
  ['fi', '1 234,50', '1234.50'],
  ['fi', '1\u00a0234\u00a0567', '1234567'],
  ['fi', '1,125', '1.125'],
  ['fi', '1234.5', '1234.5'],
  ['fr', '1\u202f234,5', '1234.5'],
  ['es', '12.384,80', '12384.80'],
  ['vi', '150.000', '150000'],
  ['id', '1.500.000', '1500000'],
  ['id', '12.5', '12.5'],
  ['id', '1.5000', '1.5000'],
  ['vi', '1,234.50', '1234.50'],
  ['th', '150,000', '150000'],
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
  ['fi', '1,2,3', '1,2,3'],
] as const)('in %s what is typed as %j is %j', (language, typed, decimal) => {
  expect(decimalTyped(typed, language)).toBe(decimal)
})

it('what is shown in a language is read back as the same amount, for any number of decimals', () => {
  for (const language of languageTags)
    for (const decimals of new Set(Object.values(currencies)))
      for (const amount of ['0', '7', '1000', '1384', '12384', '150000', '1234567']) {
        const decimal = amount + (decimals === 0 ? '' : `.${'125'.slice(0, decimals).padEnd(decimals, '0')}`)
        expect(decimalTyped(decimalShown(decimal, language, decimals), language)).toBe(decimal)
      }
})
