import { expect, it, vi } from 'vitest'
import type { SoldCountry } from '#contract/remittance-methods.ts'
import { foundBy, inOrder } from './countries.ts'

vi.mock('i18next', () => ({ default: { t: () => 'All other countries' } }))

const sold = (country: string): SoldCountry => ({ country, currency: 'USD', is_own: false, methods: [] })

it('all other countries come first, the countries behind by their names', () => {
  const codes = inOrder(['SG', 'GLOBAL', 'AT', 'KR'].map(sold), 'en').map(({ country }) => country)
  expect(codes).toEqual(['GLOBAL', 'AT', 'SG', 'KR'])
})

it('a country is found by a part of its name in the language, or by its code', () => {
  const found = (words: string, language: 'en' | 'ar' = 'en') =>
    ['GLOBAL', 'KR', 'KP', 'SG'].filter((country) => foundBy({ country }, words, language))
  expect(found('korea')).toEqual(['KR', 'KP'])
  expect(found(' kr ')).toEqual(['KR'])
  expect(found('سنغافورة', 'ar')).toEqual(['SG'])
  expect(found('')).toHaveLength(4)
  expect(found('nowhere')).toEqual([])
})
