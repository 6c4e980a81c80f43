import { currencies } from '#contract/kit/money.ts'
import type { RefundsOfPayment } from '#contract/refunds.ts'

export type Sums = Pick<RefundsOfPayment, 'currency' | 'captured' | 'refunded' | 'refunding'>

/**
 * What a refund of `wished` takes of a payment and what it leaves, in major units. No more is taken than is left. Differences are
 * rounded to the decimals of the currency: 16.2 − 5.4 is 10.8, and not 10.799999999999999.
 */
export function refundParts({ currency, captured, refunded, refunding }: Sums, wished: number) {
  const rounded = (amount: number) => Number(amount.toFixed(currencies[currency]))
  const left = rounded(captured - refunded - refunding)
  const now = Number.isFinite(wished) ? Math.min(Math.max(wished, 0), left) : 0
  return { now, left: rounded(left - now) }
}
