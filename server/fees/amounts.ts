import { exponentOf } from '#contract/iso-currencies.ts'

/** An exact decimal text with all decimals of its currency, for mails and sheets: '0.5', 'USD' → '0.50'. */
export function amountText(amount: string, currency: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const decimals = fraction.padEnd(exponentOf(currency) ?? 0, '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}
/** The same with its currency: '0.50 USD'. */
export const amountWithCurrency = (amount: string, currency: string): string =>
  `${amountText(amount, currency)} ${currency}`
