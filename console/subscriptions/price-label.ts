import type { PriceRow } from '#contract/prices.ts'
import type { Language } from '#i18n/languages.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import type { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { codeWord } from '#console/kit/i18n/words.ts'

/** So many prices are offered at once; others are found by their name. */
export const pricesAtOnce = 50

interface Saying {
  language: Language
  words: ReturnType<typeof useCalendarWords>
}

/** A price in one line of a choice: 'Team plan · 30.00 USD · every month'. */
export function priceLabel(
  price: Pick<PriceRow, 'name' | 'merchant_order_ref' | 'plan_type' | 'amount' | 'currency' | 'frequency' | 'period'>,
  { language, words }: Saying,
): string {
  const { amount, currency, frequency, period } = price
  return [
    isolated(price.name || price.merchant_order_ref),
    amount === null
      ? `${codeWord('subscriptionTypes', price.plan_type)} · ${currency}`
      : amountInText(amount, currency, language),
    ...(frequency !== null && period ? [words.rhythm({ frequency, period })] : []),
  ].join(' · ')
}
