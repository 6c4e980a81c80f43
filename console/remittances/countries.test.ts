import { expect, it } from 'vitest'
import { countryName } from '#console/kit/i18n/names.ts'
import { inOrder, isFound } from './countries.ts'

it('all other countries come first, the countries behind by their names', () => {
  const codes = (language: 'en' | 'ar') =>
    inOrder(
      ['SG', 'GLOBAL', 'EG', 'KR'].map((country) => ({ country })),
      language,
    ).map(({ country }) => country)
  expect(codes('en')).toEqual(['GLOBAL', 'EG', 'SG', 'KR'])
  expect(codes('ar')).toEqual(['GLOBAL', 'SG', 'KR', 'EG'])
})

it('a country is found by a part of its name in the language, or by its code', () => {
  const found = (words: string, language: 'en' | 'ar' = 'en') =>
    ['KR', 'KP', 'SG'].filter((country) => isFound({ country, name: countryName(country, language) }, words))
  expect(found('korea')).toEqual(['KR', 'KP'])
  expect(found(' kr ')).toEqual(['KR'])
  expect(found('سنغافورة', 'ar')).toEqual(['SG'])
  expect(found('')).toHaveLength(3)
  expect(found('nowhere')).toEqual([])
})
