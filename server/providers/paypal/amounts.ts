import { paypal } from '#contract/channel-catalogue/paypal.ts'
import { currencies, type Currency, isCurrency } from '#contract/kit/money.ts'

export interface Money {
  currency_code: string
  value: string
}

/** PayPal's text of an amount: two decimals, none where it takes whole amounts; null when it cannot express the amount. */
export function moneyOf(amountMinor: bigint, currency: Currency): Money | null {
  if (amountMinor <= 0n || !paypal.currencies?.includes(currency)) return null
  const unit = 10n ** BigInt(currencies[currency])
  const [whole, rest] = [amountMinor / unit, amountMinor % unit]
  if (!isWhole(currency)) return { currency_code: currency, value: `${whole}.${String(rest).padStart(2, '0')}` }
  return rest === 0n ? { currency_code: currency, value: String(whole) } : null
}

/** The minor units of PayPal's text; null for a currency or a text that is not understood. */
export function minorOf({ currency_code: currency, value }: Money): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(value) ?? []
  if (!isCurrency(currency) || whole === undefined) return null
  const decimals = currencies[currency]
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

export const isAmount = (money: Money | undefined, amountMinor: bigint, currency: Currency): boolean =>
  money?.currency_code === currency && minorOf(money) === amountMinor

const isWhole = (currency: Currency): boolean => paypal.wholeAmounts?.includes(currency) ?? false
