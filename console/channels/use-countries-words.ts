import { useUser } from '#console/kit/auth/session.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { countriesWords } from './channel-words.ts'

/** Words for where a channel or a way can be used, in the user's language. */
export function useCountriesWords(): (countries: readonly string[]) => string {
  const language = useLanguage()
  const { country: own } = useUser()
  return (countries) => countriesWords(countries, { language, own })
}
