import { amountText, isCurrency, toMajorSum, toMinor, type Currency } from '#contract/kit/money.ts'
import type { Language } from '#i18n/languages.ts'
import { isolatedLtr } from './bidi.ts'

/** The amount alone, as text: '1,234.50'. */
export function amountWords(value: number, currency: Currency, language: Language): string {
  const minor = toMinor(Math.abs(value), currency)
  if (typeof minor === 'string') return String(value)
  return amountText(value < 0 ? -minor : minor, currency, language)
}

/** An amount with its currency for a sentence, isolated from the sentence's direction. */
export const amountInText = (value: number, currency: Currency, language: Language): string =>
  isolatedLtr(`${amountWords(value, currency, language)} ${currency}`)

/** The sum of amounts of one currency, exact to the minor unit: numbers with a fraction are not added as they are. */
export function sumOf(amounts: readonly number[], currency: Currency): number {
  const minors = amounts.map((amount) => toMinor(amount, currency)).filter((minor) => typeof minor === 'bigint')
  return toMajorSum(
    minors.reduce((all, minor) => all + minor, 0n),
    currency,
  )
}

type Params = Readonly<Record<string, string | number>>
/** The parameters that faults name amounts by; their currency is the parameter `currency`. */
const amountParams = ['left', 'amount', 'said', 'made'] as const

/** The parameters of a text from the server, with amounts as they are written everywhere. */
export function paramsInText(params: Params, language: Language): Params {
  const { currency } = params
  if (!isCurrency(currency)) return params
  const written = amountParams.flatMap((name) =>
    params[name] === undefined ? [] : [[name, amountInText(Number(params[name]), currency, language)]],
  )
  return { ...params, ...Object.fromEntries(written) }
}
