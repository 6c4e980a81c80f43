import { currencies, isCurrency } from '#contract/kit/money.ts'

/** Of UGX, Stripe counts hundredths although it has none; the book counts shillings. */
const hundredths = 'ugx'

/** The book's minor units of an amount of Stripe's; null for an amount or a currency that cannot be charged. */
export function bookMinor(amount: number, currency: string): string | null {
  if (!isCurrency(currency.toUpperCase()) || !Number.isSafeInteger(amount) || amount < 1) return null
  if (currency !== hundredths) return String(amount)
  return amount % 100 === 0 ? String(amount / 100) : null
}

export const amountOf = (minor: bigint, currency: string): number => Number(minor) * (currency === hundredths ? 100 : 1)

/** Half a unit of money or its like: nothing smaller can be charged. */
export const smallest = (currency: string): number => {
  const code = currency.toUpperCase()
  return isCurrency(code) && currencies[code] === 0 && currency !== hundredths ? 50 : 30
}

/** 2.9 % and thirty of the smallest units. */
export const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30
