import i18next from 'i18next'
import { kept } from '#contract/kit/kept.ts'
import { paymentTraits, type PaymentTrait } from '#contract/payment-traits.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'
import { countryName } from './names.ts'
import { wireWord } from './words.ts'

/** Names of others' products, the same in every language. */
const products: Record<string, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  android: 'Android',
  ios: 'iOS',
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  discover: 'Discover',
  diners: 'Diners Club',
}

/** Whether a filter of payments is by a trait. */
export const isTrait = (filter: string): filter is PaymentTrait | 'first_attempt' =>
  filter === 'first_attempt' || (paymentTraits as readonly string[]).includes(filter)

/** A trait's value in words; 'not known' where there is none. */
export function traitWord(trait: PaymentTrait | 'first_attempt', value: string, language: Language): string {
  if (value === '') return i18next.t(($) => $.traits.unknown)
  if (trait === 'status_reason') return wireWord('declines', value)
  if (trait === 'source') return wireWord('paymentSources', value)
  if (trait === 'country') return countryName(value, language)
  if (trait === 'language') return languageNames(language).of(value) ?? value
  return products[value] ?? wireWord('traits', value)
}
const languageNames = kept(
  (language: Language) => new Intl.DisplayNames([displayLocale(language)], { type: 'language' }),
)
