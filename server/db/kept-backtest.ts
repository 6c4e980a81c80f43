import type { Currency } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/methods.ts'

/** The result of a backtest. Amounts are minor units as decimal text. */
export interface KeptBacktest {
  payments: number
  moved: number
  judged: number
  not_enough: number
  untaken: number
  is_capped: boolean
  before: KeptSuccess
  after: KeptSuccess
  currencies: readonly KeptBacktestCurrency[]
  cells: readonly KeptBacktestCell[]
}

/** A share of payments that succeed, with its 95 % interval. */
export interface KeptSuccess {
  payments: number
  succeeded: number
  share: number
  low: number
  high: number
}

export interface KeptBacktestCurrency {
  currency: Currency
  judged: number
  before: KeptSuccess
  after: KeptSuccess
  fees_before: string
  fees_after: string
}

export interface KeptBacktestCell {
  payment_method: PaymentMethod
  payment_sub_type: string
  currency: Currency
  band: number
  amount_from: string
  amount_to: string
  from_channel: string
  to_channel: string
  before: KeptSuccess
  observed: number
  is_enough: boolean
  after: KeptSuccess | null
}
