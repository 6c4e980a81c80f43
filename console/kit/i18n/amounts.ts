import { amountText, isCurrency, toMajorSum, toMinor, type Currency } from '#contract/kit/money.ts'
import type { Language } from '#i18n/languages.ts'
import { isolatedLtr } from './bidi.ts'

/** The amount alone, as text: '1,234.50'. */
export function amountWords(value: number, currency: Currency, language: Language): string {
  const minor = signedMinor(value, currency)
  return minor === undefined ? String(value) : amountText(minor, currency, language)
}

/** An amount with its currency for a sentence, isolated from the sentence's direction. */
export const amountInText = (value: number, currency: Currency, language: Language): string =>
  isolatedLtr(`${amountWords(value, currency, language)} ${currency}`)

/** The sum of amounts of one currency, exact to the minor unit: numbers with a fraction are not added as they are. */
export function sumOf(amounts: readonly number[], currency: Currency): number {
  const minors = amounts.map((amount) => signedMinor(amount, currency)).filter((minor) => minor !== undefined)
  return toMajorSum(
    minors.reduce((all, minor) => all + minor, 0n),
    currency,
  )
}

/** The minor units of an amount, which may be negative; undefined when it is none of the currency. */
function signedMinor(value: number, currency: Currency): bigint | undefined {
  const minor = toMinor(Math.abs(value), currency)
  if (typeof minor === 'string') return undefined
  return value < 0 ? -minor : minor
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
