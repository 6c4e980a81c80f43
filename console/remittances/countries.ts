import i18next from 'i18next'
import type { SoldCountry } from '#contract/remittance-methods.ts'
import type { Language } from '#i18n/languages.ts'
import { nameOrder } from '#console/kit/i18n/name-order.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { folded } from '#console/kit/i18n/search-words.ts'

/** In the place of a country: every country without settings of its own. */
export const everywhere = 'GLOBAL'

export const placeName = (country: string, language: Language): string =>
  country === everywhere ? i18next.t(($) => $.countryMethods.everywhere) : countryName(country, language)

/** `GLOBAL` first, then the countries by their names in the language. */
export function inOrder<Sold extends Pick<SoldCountry, 'country'>>(sold: readonly Sold[], language: Language): Sold[] {
  const compare = nameOrder(language)
  return [
    ...sold.filter(({ country }) => country === everywhere),
    ...sold
      .filter(({ country }) => country !== everywhere)
      .toSorted((one, other) => compare(countryName(one.country, language), countryName(other.country, language))),
  ]
}

/** Whether a country of this name is looked for: by a part of the name, or by its whole code. */
export function isFound({ country, name }: { country: string; name: string }, words: string): boolean {
  const wanted = folded(words.trim())
  return country.toLowerCase() === wanted || folded(name).includes(wanted)
}
