import { z } from 'zod'
import { isLoopback } from '../dialect.ts'
import { AmountMinor, CurrencyCode } from '../requests.ts'
import { bankActs } from './manners.ts'

export const CallbackUrl = z.string().max(2_000).refine(isLoopback, 'Call-backs go to this machine only.')

export const AccountRequest = z.strictObject({
  currency: CurrencyCode,
  name: z.string().min(1).max(200),
  customer_name: z.string().max(200).default(''),
  map_id: z.string().max(100).default(''),
  callback_url: CallbackUrl,
})
export type AccountRequest = z.infer<typeof AccountRequest>
export const DepositRequest = z.strictObject({
  amount_minor: AmountMinor,
  currency: CurrencyCode,
  payer: z.string().max(200).default(''),
})
export type DepositRequest = z.infer<typeof DepositRequest>
export const Destination = z.strictObject({
  type: z.enum(['BANK', 'CARD', 'MOBILE']),
  country: z.string().regex(/^[A-Z]{2}$/),
  holder: z.string().min(1).max(200),
  number: z.string().min(1).max(64),
  bank_code: z.string().max(40),
  bank_name: z.string().max(200),
  fields: z.record(z.string().max(40), z.string().max(200)),
})
export const PayoutBody = z.strictObject({
  account_no: z.string().min(1).max(64),
  amount_minor: AmountMinor,
  currency: CurrencyCode,
  to: Destination,
  remarks: z.string().max(500),
  purpose: z.string().max(200),
  fee_payer: z.enum(['SENDER', 'RECEIVER']),
  callback_url: CallbackUrl,
})
export type PayoutBody = z.infer<typeof PayoutBody>
/** What a person at the bank does with what it pays out; `amount_minor` is what has come back in all. */
export const BankAct = z.strictObject({
  act: z.enum(bankActs),
  amount_minor: AmountMinor.optional(),
})
export type BankAct = z.infer<typeof BankAct>
export const AccountPath = z.object({ account: z.string().min(1).max(64) })
export const DepositPath = z.object({ deposit: z.string().min(1).max(64) })
