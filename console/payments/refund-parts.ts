import { remainder } from '#contract/kit/money.ts'
import type { RefundsOfPayment } from '#contract/refunds.ts'

export type Sums = Pick<RefundsOfPayment, 'currency' | 'captured' | 'refunded' | 'refunding'>

/**
 * What a refund of `wished` takes of a payment and what it leaves, in major units. No more is taken than is left.
 */
export function refundParts({ currency, captured, refunded, refunding }: Sums, wished: number) {
  const left = remainder(currency, captured, refunded, refunding)
  const now = Number.isFinite(wished) ? Math.min(Math.max(wished, 0), left) : 0
  return { now, left: remainder(currency, left, now) }
}
