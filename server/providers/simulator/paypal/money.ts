import { currencies, decimalText, isCurrency, toMinor } from '#contract/kit/money.ts'
import { PaypalError } from './errors.ts'

/** Currencies in which PayPal takes payments, among those of the gateway. */
const taken = 'AUD BRL CAD CNY EUR GBP HKD JPY MXN MYR NZD PHP PLN SGD THB TWD USD'.split(' ')
const withoutDecimals = ['JPY', 'TWD']

export interface Money {
  currency_code: string
  value: string
}

/** The minor units of a request's amount. */
export function minorIn({ currency_code: currency, value }: Money, field: string): bigint {
  const issue = (name: string, words: string) => new PaypalError(422, name, words, `${field}/value`)
  if (!isCurrency(currency) || !taken.includes(currency)) {
    throw issue('INVALID_CURRENCY_CODE', 'Currency code is invalid or is not currently supported.')
  }
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new PaypalError(400, 'INVALID_PARAMETER_SYNTAX', 'Not a number.', field)
  const decimals = value.split('.')[1]?.length ?? 0
  if (decimals > (withoutDecimals.includes(currency) ? 0 : 2)) {
    throw issue('DECIMAL_PRECISION', 'The value has too many decimals.')
  }
  const minor = toMinor(Number(value), currency)
  if (typeof minor !== 'bigint' || minor <= 0n) {
    throw issue('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.')
  }
  return minor
}

export function moneyIn(minor: bigint, currency: string): Money {
  if (!isCurrency(currency)) throw new Error(`no currency: ${currency}`)
  const text = decimalText(minor, currency)
  return { currency_code: currency, value: withoutDecimals.includes(currency) ? (text.split('.')[0] ?? '') : text }
}

/** PayPal's share: 3.49 % and 49 hundredths, never more than the amount. */
export function feeOf(minor: bigint, currency: string): bigint {
  const unit = isCurrency(currency) && withoutDecimals.includes(currency) ? 10n ** BigInt(currencies[currency]) : 1n
  const fee = ((minor * 349n) / 10_000n + 49n) / unit
  return fee * unit < minor ? fee * unit : 0n
}
