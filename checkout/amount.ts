import { amountText, type Currency } from '#contract/kit/money.ts'
import type { Language } from '#i18n/languages.ts'

/** The amount with its currency's code beside, as one text: '1,234.50 USD'. */
export const amountWithCode = (minor: bigint, currency: Currency, language: Language): string =>
  `${amountText(minor, currency, language)}\u00a0${currency}`
