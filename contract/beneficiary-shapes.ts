import { z } from 'zod'
import { accountWarnings } from './account-fields.ts'
import { currency, entity, money, timestamp } from './kit/wire.ts'
import { accountTypes } from './payout-shapes.ts'
import { feePayers, nameChecks, payoutStates } from './payout-states.ts'
import { screeningStates } from './screening.ts'
import { TimelineEntry } from './timeline.ts'
import { languageTags } from '#i18n/languages.ts'

const accountFields = {
  account_uuid: z.string(),
  beneficiary_uuid: z.string(),
  /** Counts changes of where money goes. */
  version: z.int(),
  account_type: z.enum(accountTypes),
  country: z.string(),
  account_name: z.string(),
  /** The last four characters in lists, the whole number in details; of a card never the whole. */
  account_no: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  is_default: z.boolean(),
  is_active: z.boolean(),
  /** What verifier and approver see of an account whose check leaves a doubt. */
  warnings: z.array(z.enum(accountWarnings)),
  name_check: z.enum(nameChecks),
  name_at_bank: z.string(),
  /** Why its maker goes on without a match; empty where nobody has said so. */
  name_reason: z.string(),
  name_checked_at: timestamp.nullable(),
  /** Until when nothing is paid to it; null where it does not wait. */
  waits_until: timestamp.nullable(),
  changed_by: z.string(),
  changed_at: timestamp,
  created_at: timestamp,
}
/** An account in the list over all beneficiaries. */
export const BeneficiaryAccountRow = entity({ ...accountFields, beneficiary_name: z.string() })
export type BeneficiaryAccountRow = z.input<typeof BeneficiaryAccountRow>

/** Who else of the merchant's has the account. */
const SameAccount = z.object({ beneficiary_uuid: z.string(), name: z.string(), account_name: z.string() })
export type SameAccount = z.input<typeof SameAccount>

export const BeneficiaryAccount = z.object({
  ...accountFields,
  /** What the country needs beside the number. */
  fields: z.record(z.string(), z.string()),
  same_account: z.array(SameAccount),
})
export type BeneficiaryAccount = z.input<typeof BeneficiaryAccount>

const beneficiaryFields = {
  beneficiary_uuid: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  country: z.string(),
  language: z.enum(languageTags),
  fee_payer: z.enum(feePayers),
  /** Made with a payout, not by hand. */
  is_one_off: z.boolean(),
  is_active: z.boolean(),
  screening: z.enum(screeningStates),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
}
const Paid = entity({ currency, amount: money(), payouts: z.int() })

export const BeneficiaryRow = entity({
  ...beneficiaryFields,
  /** How many active accounts it has, and what is known of the default one; empty texts where it has none. */
  accounts: z.int(),
  account_no: z.string(),
  account_type: z.union([z.enum(accountTypes), z.literal('')]),
  bank_name: z.string(),
  name_check: z.enum(nameChecks),
  waits_until: timestamp.nullable(),
  last_paid_at: timestamp.nullable(),
  /** What has arrived, by currency. */
  paid: z.array(Paid),
})
export type BeneficiaryRow = z.input<typeof BeneficiaryRow>

const ScreeningMatchShown = z.object({
  list: z.string(),
  version: z.int(),
  entry_id: z.string(),
  name: z.string(),
  score: z.number(),
  schema: z.string(),
  birth_date: z.string(),
  countries: z.array(z.string()),
})

export const Beneficiary = entity({
  ...beneficiaryFields,
  accounts: z.array(BeneficiaryAccount),
  screened_at: timestamp.nullable(),
  screening_matches: z.array(ScreeningMatchShown),
  /** Who decided about a possible match, and why; empty while nobody has. */
  screening_decided_by: z.string(),
  screening_reason: z.string(),
  paid: z.array(Paid),
  last_paid_at: timestamp.nullable(),
  /** The latest 20. */
  payouts: z.array(
    entity({
      txn_ref: z.string(),
      merchant_txn_ref: z.string(),
      amount: money(),
      currency,
      status: z.enum(payoutStates.states),
      created_at: timestamp,
    }),
  ),
  history: z.array(TimelineEntry),
})
export type Beneficiary = z.input<typeof Beneficiary>
