import { z } from 'zod'
import { ref } from './kit/refs.ts'
import { country, currency, email, money, optionalText, phone, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { accountTypes } from './payout-shapes.ts'
import { feePayers } from './payout-states.ts'

/** An account that is paid to without being among the beneficiaries before: the same checks, and a one-off beneficiary. */
export const payoutBankDetails = z.strictObject({
  account_no: text(64),
  account_type: z.enum(accountTypes),
  account_name: text(140),
  bank_no: optionalText(40),
  bank_name: optionalText(140),
  country,
  /** What the country needs beside the number: `sort_code`, `branch`, `ifsc`, `swift`. */
  fields: z.record(text(40), text(140)).optional(),
  email: email.optional(),
  phone: phone.optional(),
  address: optionalText(300),
})
export type PayoutBankDetails = z.output<typeof payoutBankDetails>

/** A payout as it is asked for. Its account is one of a beneficiary's, or described by `bank_details`. */
export const payoutWish = record({
  virtual_acc_no: ref('virtualAccount'),
  /** The merchant's own reference; made where it is absent. */
  txn_ref: text(64).optional(),
  beneficiary_uuid: ref('beneficiary').optional(),
  /** One of the beneficiary's accounts; the default one where it is absent. */
  account_uuid: ref('beneficiaryAccount').optional(),
  bank_details: payoutBankDetails.optional(),
  amount: money(),
  currency,
  remarks: optionalText(limits.payoutRemarksLength),
  user_message: optionalText(limits.payoutMessageLength),
  send_email: z.boolean().optional(),
  send_sms: z.boolean().optional(),
  recipient_emails: z.array(email).max(limits.payoutRecipients).optional(),
  /** When it is to leave; at once where it is absent. At most a year ahead. */
  trigger_time: timestamp.optional(),
  fee_payer: z.enum(feePayers).optional(),
  purpose: optionalText(140),
  /** Why it is made although the same was paid to the account within 72 hours. */
  reason: optionalText(limits.payoutReasonLength),
  /**
   * Over `amount, client_key, currency, merchant_txn_ref, to_account_no, virtual_account_no`. The account of a beneficiary is signed as
   * `account_uuid`, or `beneficiary_uuid` where that is absent.
   */
  signature_hash: optionalText(100),
})
export type PayoutWish = z.output<typeof payoutWish>
