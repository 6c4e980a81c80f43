/** The currencies that Xendit takes: its own decimals, and the minor units of the book in one unit of the last decimal. */
const currencies = {
  IDR: { decimals: 0, book: 100n },
  VND: { decimals: 0, book: 1n },
  MYR: { decimals: 2, book: 1n },
  PHP: { decimals: 2, book: 1n },
  THB: { decimals: 2, book: 1n },
  USD: { decimals: 2, book: 1n },
} as const
export type XenditCurrency = keyof typeof currencies
export const xenditCurrencies = Object.keys(currencies) as [XenditCurrency, ...XenditCurrency[]]

/** A JSON number as minor units of the book; null for one with more decimals than the currency has here. */
export function bookAmount(amount: number, currency: XenditCurrency): string | null {
  const { decimals, book } = currencies[currency]
  const text = amount.toFixed(decimals)
  if (!(amount > 0) || Number(text) !== amount) return null
  return String(BigInt(text.replace('.', '')) * book)
}

/** Minor units of the book as the number of Xendit's answers. */
export function wireAmount(minor: string, currency: string): number {
  const { decimals, book } = currencies[currency as XenditCurrency]
  const digits = String(BigInt(minor) / book).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}0`)
}
