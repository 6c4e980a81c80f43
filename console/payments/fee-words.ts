import i18next from 'i18next'
import { kept } from '#contract/kit/kept.ts'
import type { Payment } from '#contract/payments.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { displayLocale, type Language } from '#i18n/languages.ts'

type Charged = Pick<Payment, 'currency' | 'fee' | 'fee_terms'>

/** How a fee came about: '2.9% of 48.25 SGD + 0.30 SGD = 1.70 SGD', 'minimum 1.00 SGD + 0.30 SGD = 1.30 SGD'. */
export function feeWords({ currency, fee, fee_terms: terms }: Charged, language: Language): string {
  if (!terms) return ''
  const money = (value: number) => amountInText(value, currency, language)
  const share = (terms.amount * Number(terms.percent_fee)) / 100
  const parts = [
    ...(terms.minimum_fee > share
      ? [i18next.t(($) => $.paymentPage.minimumFee, { amount: money(terms.minimum_fee) })]
      : share > 0
        ? [
            i18next.t(($) => $.paymentPage.percentOf, {
              percent: percentWords(terms.percent_fee, language),
              amount: money(terms.amount),
            }),
          ]
        : []),
    ...(terms.flat_fee > 0 ? [money(terms.flat_fee)] : []),
  ]
  if (parts.length === 0) return i18next.t(($) => $.paymentPage.noFee)
  return `${parts.join(' + ')} = ${money(fee)}`
}

/** '8% of the fee'; empty without tax. */
export const taxWords = ({ fee_terms: terms }: Charged, language: Language): string =>
  terms && Number(terms.tax_percent) > 0
    ? i18next.t(($) => $.paymentPage.percentOfFee, { percent: percentWords(terms.tax_percent, language) })
    : ''

const percentWords = (percent: string, language: Language) =>
  percentFormat(displayLocale(language)).format(Number(percent) / 100)
const percentFormat = kept(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }),
)
