import type { ReactNode } from 'react'
import { exponentOf } from '#contract/iso-currencies.ts'
import { kept } from '#contract/kit/kept.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'

/** An exact decimal text with its currency: '55,308.07 USD'. Every decimal that the file states is shown, two at least. */
export function ExactAmount({ value, currency }: { value: string | null; currency: string }): ReactNode {
  const language = useLanguage()
  if (value === null || value === '') return <Nothing />
  return (
    <bdi dir="ltr">
      {exactWords(value, language, exponentOf(currency))} {currency}
    </bdi>
  )
}

/** The same without its currency, which stands beside it. */
export function ExactNumber({ value, currency }: { value: string | null; currency: string }): ReactNode {
  const language = useLanguage()
  if (value === null || value === '') return <Nothing />
  return <bdi dir="ltr">{exactWords(value, language, exponentOf(currency))}</bdi>
}

/** An exact decimal text in the digits of the language. The formatter takes the text itself, so no digit goes through a float. */
export function exactWords(value: string, language: Language, least = 0): string {
  const decimals = value.split('.')[1]?.replace(/0+$/, '').length ?? 0
  return formatter(displayLocale(language), Math.max(decimals, least, value.includes('.') ? 2 : 0)).format(
    value as `${number}`,
  )
}
/** A percentage or a rate, with no more decimals than it has: '2.9', '1.3'. */
export const shortWords = (value: string, language: Language): string =>
  formatter(displayLocale(language), value.split('.')[1]?.replace(/0+$/, '').length ?? 0).format(value as `${number}`)

const formatter = kept(
  (locale: string, decimals: number) =>
    new Intl.NumberFormat(locale, {
      numberingSystem: 'latn',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
)
