import { z } from 'zod'
import { CallbackUrl, Destination } from '../bank/requests.ts'
import { AccountName } from '../dialect.ts'
import { AmountMinor, CurrencyCode } from '../requests.ts'
import { wordFaults } from './records.ts'

export const QuoteRequest = z.strictObject({ from: CurrencyCode, to: CurrencyCode })
export type QuoteRequest = z.infer<typeof QuoteRequest>

const Money = z.strictObject({ currency: CurrencyCode, amount_minor: AmountMinor })
export const RemittanceBody = z.strictObject({
  /** Empty where the rate is the caller's own. */
  quote_ref: z.string().max(64),
  from: Money,
  /** What the account is to get. */
  to: Money,
  account: Destination,
  purpose: z.string().max(40),
  callback_url: CallbackUrl,
})
export type RemittanceBody = z.infer<typeof RemittanceBody>

/** By the merchant's key. */
export const SettleNow = z.strictObject({ merchant: z.string().min(1).max(64) })
export const WordFaultBody = z.strictObject({ fault: z.enum(wordFaults) })
export const AccountPath = z.object({ account: AccountName })
