import { z } from 'zod'
import { payoutDeclineReasons } from './payout-declines.ts'
import { feePayers, nameChecks, payoutStates, payoutWaits } from './payout-states.ts'
import { currency, entity, environment, money, timestamp } from './kit/wire.ts'
import { TimelineEntry } from './timeline.ts'

/** What money can be sent to: an account at a bank, a card, or a wallet by its mobile number. */
export const accountTypes = ['BANK', 'CARD', 'MOBILE'] as const
export type AccountType = (typeof accountTypes)[number]

const payoutFields = {
  /** Our reference, by which the provider is asked too. */
  txn_ref: z.string(),
  merchant_txn_ref: z.string(),
  vaaccount_no: z.string(),
  channel_key: z.string(),
  status: z.enum(payoutStates.states),
  /** Of `payout-declines.ts`, while it is Failed or Returned; empty otherwise. */
  status_reason: z.union([z.enum(payoutDeclineReasons), z.literal('')]),
  /** The provider's own words. */
  status_channel_reason: z.string(),
  /** Null while the step is off or not taken. */
  is_verified: z.boolean().nullable(),
  verified_by: z.string(),
  verified_time: timestamp.nullable(),
  is_approved: z.boolean().nullable(),
  approved_by: z.string(),
  approved_time: timestamp.nullable(),
  due_date: timestamp.nullable(),
  /** The last four digits in lists, the whole number in details and exports; of a card never the whole. */
  to_account_no: z.string(),
  account_type: z.enum(accountTypes),
  /** The provider's own reference; empty until it has answered. */
  channel_ref: z.string(),
  amount: money(),
  currency,
  environment,
  fee: money('currency', { min: 'zero' }),
  fee_tax: money('currency', { min: 'zero' }),
  fee_payer: z.enum(feePayers),
  beneficiary_uuid: z.string(),
  beneficiary_name: z.string(),
  bank_name: z.string(),
  created_by: z.string(),
  /** The names of all who made it what it is. */
  made_by: z.array(z.string()),
  scheduled_time: timestamp.nullable(),
  /** What keeps it from moving on, and until when where that is known; empty for nothing. */
  waits_for: z.union([z.enum(payoutWaits), z.literal('')]),
  waits_until: timestamp.nullable(),
  revision: z.int(),
  batch_id: z.string().nullable(),
  returned_amount: money('currency', { min: 'zero' }),
  /** A day, YYYY-MM-DD; null while it is not known. */
  arrival_estimate: z.string().nullable(),
  /** The reference of the payout that it pays again; empty for none. */
  pays_again: z.string(),
  remarks: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
}
export const PayoutRow = entity(payoutFields)
export type PayoutRow = z.input<typeof PayoutRow>

/** One thing that keeps a payout from leaving. `who` are those who can end it, by name. */
export const PayoutHold = z.object({
  wait: z.enum(payoutWaits),
  until: timestamp.nullable(),
  who: z.array(z.string()),
  /** Names and numbers of its text. */
  facts: z.record(z.string(), z.string()),
})
export type PayoutHold = z.input<typeof PayoutHold>

/** Debits are positive. */
const Posting = entity({ at: timestamp, kind: z.string(), account: z.string(), amount: money(), currency })

export const PayoutDetails = entity({
  ...payoutFields,
  /** The account as it was when the payout was made or last edited. */
  account: z.object({
    account_uuid: z.string(),
    version: z.int(),
    /** Whether it is another now than it was, so that the payout cannot leave. */
    has_changed: z.boolean(),
    account_name: z.string(),
    account_no: z.string(),
    bank_code: z.string(),
    bank_name: z.string(),
    country: z.string(),
    fields: z.record(z.string(), z.string()),
    warnings: z.array(z.string()),
    name_check: z.enum(nameChecks),
    name_at_bank: z.string(),
    name_reason: z.string(),
  }),
  user_message: z.string(),
  purpose: z.string(),
  duplicate_reason: z.string(),
  send_email: z.boolean(),
  send_sms: z.boolean(),
  recipient_emails: z.array(z.string()),
  end_remark: z.string(),
  ended_by: z.string(),
  /** What leaves the virtual account, with the fee where the sender bears it. */
  total: money(),
  /** What the beneficiary gets. */
  sent: money(),
  holds: z.array(PayoutHold),
  /** How often the provider was asked, and when first. */
  attempts: z.int(),
  first_asked_at: timestamp.nullable(),
  /** The reference of the payout that pays it again; empty for none. */
  paid_again_by: z.string(),
  /** Whether the caller may do each of these now. */
  may: z.object({
    edit: z.boolean(),
    verify: z.boolean(),
    approve: z.boolean(),
    reject: z.boolean(),
    cancel: z.boolean(),
    pay_again: z.boolean(),
  }),
  postings: z.array(Posting),
  timeline: z.array(TimelineEntry),
})
export type PayoutDetails = z.input<typeof PayoutDetails>
