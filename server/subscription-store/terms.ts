import { amountWithCode } from '#checkout/amount.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Period } from '#contract/subscription-periods.ts'
import { rhythmWords } from '#i18n/calendar-words.ts'
import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'

const texts = textsOf('calendar')

/** What is charged of a period, and how often. */
export interface Recurrence {
  minor: bigint
  currency: Currency
  frequency: number
  period: Period
}

/** The same in words, for the middle of a sentence: '30.00 USD every month'. */
export const recurrenceWords = ({ minor, currency, ...rhythm }: Recurrence, language: Language): string =>
  `${amountWithCode(minor, currency, language)} ${rhythmWords(rhythm, { language, texts: texts[language] })}`
