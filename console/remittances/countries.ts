import i18next from 'i18next'
import type { SoldCountry } from '#contract/remittance-methods.ts'
import type { Language } from '#i18n/languages.ts'
import { countryName } from '#console/kit/i18n/names.ts'

/** In the place of a country: every country without settings of its own. */
export const everywhere = 'GLOBAL'

export const placeName = (country: string, language: Language): string =>
  country === everywhere ? i18next.t(($) => $.countryMethods.everywhere) : countryName(country, language)

/** `GLOBAL` first, then the countries by their names in the language. */
export function inOrder(sold: readonly SoldCountry[], language: Language): SoldCountry[] {
  const { compare } = new Intl.Collator(language)
  return sold.toSorted(
    (one, other) =>
      Number(other.country === everywhere) - Number(one.country === everywhere) ||
      compare(placeName(one.country, language), placeName(other.country, language)),
  )
}

/** Whether a country is looked for: by a part of its name, or its whole code. */
export const foundBy = ({ country }: Pick<SoldCountry, 'country'>, words: string, language: Language): boolean => {
  const wanted = words.trim().toLocaleLowerCase(language)
  return (
    wanted === '' ||
    country.toLowerCase() === wanted ||
    placeName(country, language).toLocaleLowerCase(language).includes(wanted)
  )
}
