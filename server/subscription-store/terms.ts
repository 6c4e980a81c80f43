import { amountWithCode } from '#checkout/amount.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Period } from '#contract/subscription-periods.ts'
import { rhythmWords } from '#i18n/calendar-words.ts'
import { languages, type Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'

const texts = textsOf('calendar')

/** What is charged of a period, and how often. */
export interface Recurrence {
  minor: bigint
  currency: Currency
  frequency: number
  period: Period
}

/**
 * The same in words, for the middle of a sentence: '30.00 USD every month'. From right to left the amount is isolated (U+2068 and U+2069),
 * so that it stands ahead of the rhythm wherever the words are.
 */
export function recurrenceWords({ minor, currency, ...rhythm }: Recurrence, language: Language): string {
  const amount = amountWithCode(minor, currency, language)
  const isolated = languages[language].direction === 'rtl' ? `\u2068${amount}\u2069` : amount
  return `${isolated} ${rhythmWords(rhythm, { language, texts: texts[language] })}`
}
