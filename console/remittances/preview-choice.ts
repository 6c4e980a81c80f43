import { countryCodes } from '#contract/countries.ts'
import { currencyIn } from '#contract/country-currencies.ts'
import { currencies, decimalText, isCurrency, toMinor, type Currency } from '#contract/kit/money.ts'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

export const directions = ['auto', 'ltr', 'rtl'] as const
export const devices = ['phone', 'desk'] as const
export const themes = ['light', 'dark'] as const

/** What the shopper's page is drawn for. */
export interface Choice {
  country: string
  currency: Currency
  /** As it is typed. */
  amount: string
  language: Language
  /** `auto`: that of the language. */
  direction: (typeof directions)[number]
  device: (typeof devices)[number]
  theme: (typeof themes)[number]
}

type Raw = { readonly [Name in keyof Choice]?: string }

/** The choice of an address; what it lacks or what is no choice is the usual one. */
export function readChoice(raw: Raw, own: { country: string; currency: Currency; language: Language }): Choice {
  const country = countryCodes.find((code) => code === raw.country) ?? own.country
  const { currency = '' } = raw
  const known = isCurrency(currency) ? currency : raw.country ? currencyIn(country) : own.currency
  return {
    country,
    currency: known,
    amount: raw.amount ?? usualAmount(known),
    language: languageTags.find((tag) => tag === raw.language) ?? own.language,
    direction: directions.find((one) => one === raw.direction) ?? 'auto',
    device: devices.find((one) => one === raw.device) ?? 'phone',
    theme: themes.find((one) => one === raw.theme) ?? 'light',
  }
}

/** An amount that most ways take. Where money has no decimals, its unit is small. */
const usualAmount = (currency: Currency): string => (currencies[currency] === 0 ? '50000' : '100')

/** The choice of another country with its currency; an amount that nobody has typed goes along. */
export function inCountry({ amount, currency }: Choice, country: string): Partial<Choice> {
  const next = currencyIn(country)
  return { country, currency: next, ...(amount === usualAmount(currency) && { amount: usualAmount(next) }) }
}

/** The choice as an address has it. */
export const searchOf = ({ direction, device, theme, ...rest }: Choice): Raw => ({
  ...rest,
  ...(direction !== 'auto' && { direction }),
  ...(device !== 'phone' && { device }),
  ...(theme !== 'light' && { theme }),
})

/** The amount in minor units; null for a text that is no positive amount of the currency. */
export function minorOf({ amount, currency }: Choice): bigint | null {
  const minor = toMinor(amountNumber(amount) ?? 0, currency)
  return typeof minor === 'bigint' && minor > 0n ? minor : null
}

/** The amount as the call takes it; empty for a text that is no amount. */
export function amountSent(choice: Choice): string {
  const minor = minorOf(choice)
  return minor === null ? '' : decimalText(minor, choice.currency)
}

export const directionOf = ({ direction, language }: Choice): 'ltr' | 'rtl' =>
  direction === 'auto' ? languages[language].direction : direction
