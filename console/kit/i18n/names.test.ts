import { expect, it } from 'vitest'
import { countryChoices, countryName, currencyLabel, numberText } from './names.ts'

it('a country has its name in the language, and a text that is no country code stays as it is', () => {
  expect(countryName('SG', 'en')).toBe('Singapore')
  expect(countryName('SG', 'ar')).toBe('سنغافورة')
  expect(['', 'Singapore', 'sg', 'S1'].map((code) => countryName(code, 'en'))).toEqual(['', 'Singapore', 'sg', 'S1'])
})

it('countries are sorted by their names in the language', () => {
  const labels = countryChoices('en').map(({ label }) => label)
  expect(labels.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands'])
  expect(countryChoices('ar')[0]?.label).not.toBe(countryName(countryChoices('en')[0]?.value ?? '', 'ar'))
})

it('numbers and currencies are written in Western digits in every language', () => {
  expect(currencyLabel('SGD', 'en')).toBe('SGD · Singapore Dollar')
  expect([numberText(1_234_567, 'en'), numberText(1_234_567, 'ar')]).toEqual(['1,234,567', '1,234,567'])
})
