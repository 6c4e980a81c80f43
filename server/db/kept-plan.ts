import type { Currency } from '#contract/kit/money.ts'

/** An instalment plan of a channel. */
export interface KeptPlan {
  months: number
  currency: Currency
  /** The smallest amount in minor units as decimal text; null for none. */
  minimum: string | null
  /** A decimal number of percent, which the shopper pays for the plan. */
  interest: string
  /** Whether the merchant pays the interest in the shopper's place. */
  sponsored: boolean
  /** The bank that offers the plan; empty for any. */
  bank: string
}
