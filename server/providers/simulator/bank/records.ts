import { z } from 'zod'
import { bankMannerNames, bankReasonNames, bankStatuses } from './manners.ts'

/** The lines of virtual accounts in the simulator's file. No line holds a card number. */
export type BankAccountRecord = z.infer<typeof BankAccountRecord>
export type BankDepositRecord = z.infer<typeof BankDepositRecord>
export type BankPayoutRecord = z.infer<typeof BankPayoutRecord>
export type BankChangeRecord = z.infer<typeof BankChangeRecord>
/** What the gateway is told of. */
export type BankEffect = BankDepositRecord | BankPayoutRecord | BankChangeRecord

const at = z.string()
/** Part of a generated history: no call-backs are sent. */
const past = z.literal(true).optional()
const asked = { at, key: z.string(), digest: z.string(), ref: z.string(), past }

const BankAccountRecord = z.strictObject({
  type: z.literal('bank_account'),
  ...asked,
  account_no: z.string(),
  currency: z.string(),
  name: z.string(),
  callback_url: z.string(),
})
/** Money that came onto an account. */
const BankDepositRecord = z.strictObject({
  type: z.literal('bank_deposit'),
  ...asked,
  event: z.string(),
  account_no: z.string(),
  amount_minor: z.string(),
  currency: z.string(),
  payer: z.string(),
})
/** A deposit that went back to its payer. */
const BankSentBackRecord = z.strictObject({
  type: z.literal('bank_sent_back'),
  ...asked,
  deposit: z.string(),
})
export type BankSentBackRecord = z.infer<typeof BankSentBackRecord>
const BankPayoutRecord = z.strictObject({
  type: z.literal('bank_payout'),
  ...asked,
  event: z.string(),
  account_no: z.string(),
  amount_minor: z.string(),
  currency: z.string(),
  to: z.strictObject({
    type: z.enum(['BANK', 'CARD', 'MOBILE']),
    holder: z.string(),
    /** The last four digits of a card. */
    number: z.string(),
    bank_code: z.string(),
  }),
  manner: z.enum(bankMannerNames),
  status: z.enum(['pending', 'failed']),
  reason: z.enum(bankReasonNames).optional(),
  callback_url: z.string(),
})
/** What became of something that is paid out, and is told of. */
export const change = {
  at,
  past,
  key: z.string(),
  event: z.string(),
  status: z.enum(bankStatuses),
  reason: z.enum(bankReasonNames).optional(),
  /** In all, of a returned one. */
  returned_minor: z.string().optional(),
  /** It is told, and nothing is done. */
  word: z.literal(true).optional(),
}
const BankChangeRecord = z.strictObject({ type: z.literal('bank_change'), ...change })

export const bankLines = [
  BankAccountRecord,
  BankDepositRecord,
  BankSentBackRecord,
  BankPayoutRecord,
  BankChangeRecord,
] as const
export const isBankEffect = (line: { type: string }): line is BankEffect =>
  line.type === 'bank_deposit' || line.type === 'bank_payout' || line.type === 'bank_change'
