import type { ReactNode } from 'react'
import { exponentOf } from '#contract/iso-currencies.ts'
import { kept } from '#contract/kit/kept.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'

/** An exact decimal text with its currency: '55,308.07 USD'. Every decimal that the file states is shown, at least those of the currency. */
export function ExactAmount({ value, currency }: { value: string | null; currency: string }): ReactNode {
  const language = useLanguage()
  if (value === null || value === '') return <Nothing />
  return (
    <bdi dir="ltr">
      {exactWords(value, currency, language)} {currency}
    </bdi>
  )
}

/** The same without its currency. The formatter takes the text itself, so no digit goes through a float. */
export function exactWords(value: string, currency: string, language: Language): string {
  const decimals = value.split('.')[1]?.replace(/0+$/, '').length ?? 0
  const usual = currency === '' ? 0 : (exponentOf(currency) ?? 0)
  return formatter(displayLocale(language), Math.max(decimals, usual)).format(value as `${number}`)
}
const formatter = kept(
  (locale: string, decimals: number) =>
    new Intl.NumberFormat(locale, {
      numberingSystem: 'latn',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
)
