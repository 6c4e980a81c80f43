import { z } from 'zod'
import { money } from './kit/wire.ts'

/** A fee is max(minimum, amount × percent) + flat, and tax on that. */
export const FeeTerms = z.object({
  /** What the fee was taken of. */
  amount: money(),
  percent_fee: z.string(),
  minimum_fee: money('currency', { min: 'zero' }),
  flat_fee: money('currency', { min: 'zero' }),
  tax_percent: z.string(),
})

/** Late money that waits for a decision, and what accepting it would book by the channel's present terms. */
export const HeldMoney = z.object({
  amount: money(),
  fee: money('currency', { min: 'zero' }),
  fee_tax: money('currency', { min: 'zero' }),
  net: money('currency', { min: 'any' }),
  /** Whether it can be accepted now: no part of it is being refunded. */
  acceptable: z.boolean(),
})
