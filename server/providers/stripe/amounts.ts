import { type Currency, currencies } from '#contract/kit/money.ts'

/**
 * The decimals of a currency at Stripe. They are those of ISO 4217 for all of ours but UGX, which has none and which
 * Stripe counts in hundredths all the same.
 */
const decimals: Readonly<Record<Currency, number>> = { ...currencies, UGX: 2 }

const factorOf = (currency: Currency): bigint => 10n ** BigInt(decimals[currency] - currencies[currency])

/** Our minor units as Stripe's integer; null for an amount that a JSON number does not hold exactly. */
export function toStripe(minor: bigint, currency: Currency): number | null {
  const amount = minor * factorOf(currency)
  return amount >= 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null
}

/** Stripe's integer as our minor units; null for what is no amount of the currency, such as half a shilling. */
export function fromStripe(amount: number, currency: Currency): bigint | null {
  if (!Number.isSafeInteger(amount) || amount < 0) return null
  const factor = factorOf(currency)
  return BigInt(amount) % factor === 0n ? BigInt(amount) / factor : null
}
