import type { Currency } from '#contract/kit/money.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { fieldLines, type Line } from './field-words.ts'

/** Writes values of a page's fields in words. `minor`: amounts are in minor units, as versions keep them. */
export function useFieldLines(currency: Currency, minor = false): (name: string, value: unknown) => Line[] {
  const language = useLanguage()
  const timeZone = useTimeZone()
  return (name, value) => fieldLines(name, value, { currency, language, timeZone, minor })
}
