import { z } from 'zod'
import { accountWarnings } from './account-fields.ts'
import { Bank } from './banks.ts'
import { call, content, page } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { country, currency, environment, optionalText, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { nameChecks } from './payout-states.ts'
import { remittanceAccountTypes, remittancePurposes, remittanceSources } from './remittance-account-fields.ts'

/** What a country may ask for, each as a text; `remittance-account-fields.ts` says which, and how it looks. */
const numbers = {
  account_number: optionalText(64).meta({ examples: ['110123456789'] }),
  iban: optionalText(64).meta({ examples: ['DE89370400440532013000'] }),
  card_number: optionalText(40).meta({ examples: ['4111111111111111'] }),
  wing_money_number: optionalText(40).meta({ examples: ['100200300'] }),
  phone_number: optionalText(40).meta({ examples: ['+254712345678'] }),
  bank_id: optionalText(40).meta({ examples: ['088'] }),
  branch: optionalText(40),
  bsb_code: optionalText(40),
  ifsc: optionalText(40),
  routing_number: optionalText(40),
  sort_code: optionalText(40),
  swift: optionalText(40),
  transit_code: optionalText(40),
}

/** Where money goes. A change of any of these makes the account wait again. */
const destination = {
  country: country.meta({ examples: ['KR'] }),
  /** In which money is sent to it. */
  currency: currency.meta({ examples: ['KRW'] }),
  account_type: z.enum(remittanceAccountTypes),
  first_name: text(limits.beneficiaryNameLength).meta({ examples: ['Minji'] }),
  last_name: optionalText(limits.beneficiaryNameLength),
  bank_name: optionalText(limits.beneficiaryNameLength),
}
const terms = {
  remittance_purpose: z.enum(remittancePurposes),
  remittance_source: z.enum(remittanceSources),
}
const switches = {
  active: z.boolean().optional(),
  /** The account that money in its currency is sent to. */
  default: z.boolean().optional(),
}

export const RemittanceAccount = z.object({
  uuid: z.string(),
  /** Counts changes of where money goes. */
  version: z.int(),
  country: z.string(),
  currency,
  account_type: z.enum(remittanceAccountTypes),
  first_name: z.string(),
  last_name: z.string(),
  bank_name: z.string(),
  /** The number in the field of its kind, of which the last characters are shown; empty in the others. */
  account_number: z.string(),
  iban: z.string(),
  card_number: z.string(),
  wing_money_number: z.string(),
  phone_number: z.string(),
  bank_id: z.string(),
  branch: z.string(),
  bsb_code: z.string(),
  ifsc: z.string(),
  routing_number: z.string(),
  sort_code: z.string(),
  swift: z.string(),
  transit_code: z.string(),
  ...terms,
  active: z.boolean(),
  default: z.boolean(),
  /** What its check leaves in doubt. */
  warnings: z.array(z.enum(accountWarnings)),
  name_check: z.enum(nameChecks),
  name_at_bank: z.string(),
  name_checked_at: timestamp.nullable(),
  /** Until when nothing is sent to it; null where it does not wait. */
  waits_until: timestamp.nullable(),
  changed_by: z.string(),
  changed_at: timestamp,
  created_at: timestamp,
})
export type RemittanceAccount = z.input<typeof RemittanceAccount>

const ofMerchant = { params: { uuid: merchantRef() }, access: 'remittances' } as const
const changing = { access: 'remittances', stepUp: true, repeat: 'required', onFailure: 'inline' } as const

/** The accounts that money from sales abroad is sent to, by currency, the default one first. */
export const listRemittanceAccounts = call({
  at: 'GET /merchants/{uuid}/cross-border/bank-account',
  ...ofMerchant,
  query: z.strictObject({
    environment: environment.optional(),
    page: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, { error: 'not_a_number' })
      .optional(),
    pagesize: z
      .string()
      .regex(/^([1-9]\d?|100)$/, { error: 'not_a_number' })
      .optional()
      .meta({ default: String(limits.pageSizeMost) }),
  }),
  answer: page(RemittanceAccount),
})

/**
 * Adds an account. Its fields are checked by the rules of its country, and the bank is asked whose it is where a channel can. The first
 * active one of a currency is its default. In live mode nothing is sent to a new account for a day.
 */
export const createRemittanceAccount = call({
  at: 'POST /merchants/{uuid}/cross-border/bank-account',
  params: { uuid: merchantRef() },
  ...changing,
  body: z.strictObject({ environment: environment.optional(), ...destination, ...numbers, ...terms, ...switches }),
  answer: content(RemittanceAccount),
  faults: ['remittanceAccountInvalid', 'remittanceAccountKnown', 'tooMany'],
  audit: 'remittance-account.create',
  notice: 'Bank Account Created Successfully',
})

/**
 * Changes what is sent; a blank number keeps what is there. All but `active`, `default`, purpose and source makes the account wait
 * again in live mode. Nothing is deleted: an account ends by `active`.
 */
export const updateRemittanceAccount = call({
  at: 'PUT /merchants/{uuid}/cross-border/bank-account/{accountUuid}',
  params: { uuid: merchantRef(), accountUuid: ref('remittanceAccount') },
  ...changing,
  body: z
    .strictObject({ environment: environment.optional(), ...destination, ...numbers, ...terms, ...switches })
    .partial(),
  answer: content(RemittanceAccount),
  faults: ['notFound', 'remittanceAccountInvalid', 'remittanceAccountKnown', 'lastDefault'],
  audit: 'remittance-account.update',
  notice: 'Bank Account Updated Successfully',
})

/** The banks of Korea, the operator's where a list was loaded. */
export const listRemittanceBanks = call({
  at: 'GET /merchants/{uuid}/cross-border/bank-list/KR',
  ...ofMerchant,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(Bank)),
})

/** The same of any country whose accounts name a bank; none where there is no list. */
export const listRemittanceBanksOf = call({
  at: 'GET /api/remittances/bank-list/{country}',
  params: { country: country.meta({ examples: ['KR'] }) },
  access: 'remittances',
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(Bank)),
  faults: ['notFound'],
})

/** What an account in each country needs, by the names of the wire. */
const RemittanceCountry = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The usual one. */
  currency,
  ways: z.array(
    z.object({
      key: z.string(),
      account_types: z.array(z.enum(remittanceAccountTypes)),
      fields: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          /** The numbers of characters; null where the kind says them. */
          least: z.int().nullable(),
          most: z.int().nullable(),
          is_optional: z.boolean(),
        }),
      ),
    }),
  ),
})
export const listRemittanceCountries = call({
  at: 'GET /api/remittances/account-countries',
  access: 'remittances',
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(RemittanceCountry)),
})
