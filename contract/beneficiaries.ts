import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { Beneficiary, BeneficiaryAccount, BeneficiaryAccountRow, BeneficiaryRow } from './beneficiary-shapes.ts'
import { beneficiaryAccountList, beneficiaryList } from './beneficiary-lists.ts'
import { Bank } from './banks.ts'
import { call, content, page } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { country, email, environment, optionalText, phone, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { accountTypes } from './payout-shapes.ts'
import { feePayers, nameChecks } from './payout-states.ts'

const SupportedBank = z.object({ country: z.string(), ...Bank.shape })

/** An account as it is given. What `fields` has to have is declared by country in `account-fields.ts`. */
const accountShape = {
  account_type: z.enum(accountTypes).meta({ examples: ['BANK'] }),
  country: country.meta({ examples: ['DE'] }),
  /** The holder as the bank has it. */
  account_name: text(limits.beneficiaryNameLength).meta({ examples: ['Mei Tan'] }),
  /** An IBAN, a number, a card's number or a mobile number, as the country has it. Blanks and hyphens do not matter. */
  account_no: text(64).meta({ examples: ['DE89370400440532013000'] }),
  bank_code: optionalText(40),
  bank_name: optionalText(limits.beneficiaryNameLength),
  /** What the country needs beside the number: `sort_code`, `branch`, `ifsc`, `swift` … */
  fields: z.record(text(40), text(limits.beneficiaryNameLength, 0)).optional(),
}
const reason = optionalText(300)
const account = z.strictObject({ ...accountShape, name_reason: reason })

const person = {
  name: text(limits.beneficiaryNameLength).meta({ examples: ['Mei Tan'] }),
  email: email.optional(),
  phone: phone.optional(),
  address: optionalText(300),
  country: country.meta({ examples: ['SG'] }),
  /** In which it is written to. */
  language: z.enum(languageTags).optional(),
  fee_payer: z.enum(feePayers).optional(),
}
const ofMerchant = { params: { key: merchantRef() }, access: 'payouts' } as const
const makers = { access: 'payoutMakers', secondFactor: true } as const
const inEnvironment = { environment: environment.optional() }
/** The channel whose bank is asked for the holder's name; the first one that can tell where it is absent. */
const channelKey = optionalText(64)
const refusals = ['accountInvalid', 'nameCheckImpossible'] as const

/** The search matches a part of the name, an e-mail address, or the last four characters of an account. */
export const listBeneficiaries = call({
  at: 'POST /merchants/{key}/payout/beneficiaries',
  masterAt: 'POST /master-merchant/{key}/merchants/payouts/beneficiaries',
  ...ofMerchant,
  follows: ['beneficiary'],
  body: beneficiaryList.body,
  answer: page(BeneficiaryRow, z.object({ supported_banks: z.array(SupportedBank) })),
})

/** All accounts over all beneficiaries. */
export const listBeneficiaryAccounts = call({
  at: 'POST /api/payouts/{key}/beneficiary-accounts/list',
  ...ofMerchant,
  follows: ['beneficiary'],
  body: beneficiaryAccountList.body,
  answer: page(BeneficiaryAccountRow),
})

/** One with its accounts, what was checked of them, its latest payouts and its history. */
export const readBeneficiary = call({
  at: 'POST /merchants/{key}/payout/beneficiaries/{ref}',
  params: { key: merchantRef(), ref: ref('beneficiary') },
  access: 'payouts',
  follows: ['beneficiary'],
  body: z.strictObject(inEnvironment),
  answer: content(Beneficiary),
  faults: ['notFound'],
  repeat: 'safe',
})

/**
 * Makes a beneficiary with its accounts, of which the first one is the default. The bank is asked whose each account is; anything but a
 * match needs `name_reason`. In live mode nothing is paid to a new account for a day, unless the merchant has set another time.
 */
export const createBeneficiary = call({
  at: 'POST /merchants/{key}/payout/createBeneficiary',
  params: { key: merchantRef() },
  ...makers,
  body: z.strictObject({
    ...inEnvironment,
    ...person,
    accounts: z.array(account).min(1, { error: 'required' }).max(limits.beneficiaryAccounts, { error: 'too_many' }),
    channel_key: channelKey,
  }),
  answer: content(Beneficiary),
  faults: refusals,
  repeat: 'keyed',
  audit: 'beneficiary.create',
  notice: 'Beneficiary Created Successfully',
  onFailure: 'inline',
})

/** Changes the person; where money goes is changed by {@link updateBeneficiaryAccount}. An inactive one is paid nothing. */
export const editBeneficiary = call({
  at: 'POST /merchants/{key}/payout/editBeneficiary',
  params: { key: merchantRef() },
  ...makers,
  body: z.strictObject({
    ...inEnvironment,
    ...person,
    beneficiary_uuid: ref('beneficiary'),
    is_active: z.boolean().optional(),
  }),
  answer: content(Beneficiary),
  faults: ['notFound'],
  audit: 'beneficiary.update',
  notice: 'Beneficiary Updated Successfully',
  onFailure: 'inline',
})

/**
 * Adds an account, or changes one: where money goes, which is the default, whether it is active, why its name is right. After a change
 * of where money goes, payouts to it that have not left go back to their makers, and the account waits again.
 */
export const updateBeneficiaryAccount = call({
  at: 'PUT /merchants/{key}/payout/vendors/{uuid}/bank-accounts',
  params: { key: merchantRef(), uuid: ref('beneficiary') },
  ...makers,
  body: z.strictObject({
    ...inEnvironment,
    /** Absent for a new account. */
    account_uuid: ref('beneficiaryAccount').optional(),
    account: z.strictObject(accountShape).optional(),
    name_reason: reason,
    is_default: z.boolean().optional(),
    is_active: z.boolean().optional(),
    channel_key: channelKey,
  }),
  answer: content(Beneficiary),
  faults: ['notFound', 'wrongState', 'tooMany', ...refusals],
  stepUp: true,
  audit: 'beneficiary.update-account',
  notice: 'Beneficiary Account Updated successfully',
  onFailure: 'inline',
})

/** Whose an account is by the bank's word, and who else of the merchant's has it. Nothing is kept but who asked, in the audit log. */
export const checkAccountHolder = call({
  at: 'POST /api/payouts/{key}/name-checks',
  params: { key: merchantRef() },
  ...makers,
  body: z.strictObject({ ...inEnvironment, ...accountShape, channel_key: channelKey }),
  answer: content(
    z.object({
      name_check: z.enum(nameChecks),
      name_at_bank: z.string(),
      same_account: BeneficiaryAccount.shape.same_account,
    }),
  ),
  faults: ['accountInvalid', 'nameCheckImpossible', 'providerSilent'],
  repeat: 'safe',
  audit: 'beneficiary.check-holder',
  sensitive: true,
  onFailure: 'inline',
})

/** Ends the waiting time of an account, by an administrator who did not change it. */
export const liftWaitingTime = call({
  at: 'POST /api/payouts/{key}/beneficiaries/{beneficiary}/accounts/{account}/lift',
  params: { key: merchantRef(), beneficiary: ref('beneficiary'), account: ref('beneficiaryAccount') },
  access: 'payoutCustodians',
  secondFactor: true,
  body: z.strictObject({ ...inEnvironment, reason: text(300) }),
  answer: content(Beneficiary),
  faults: ['notFound', 'wrongState', 'ownChange'],
  stepUp: true,
  audit: 'beneficiary.lift-wait',
})

/** Decides whether a beneficiary is who a list names, by an administrator who made neither it nor a payout to it. */
export const decideScreening = call({
  at: 'POST /api/payouts/{key}/beneficiaries/{beneficiary}/screening',
  params: { key: merchantRef(), beneficiary: ref('beneficiary') },
  access: 'payoutCustodians',
  secondFactor: true,
  body: z.strictObject({ ...inEnvironment, decision: z.enum(['ALLOWED', 'BLOCKED']), reason: text(300) }),
  answer: content(Beneficiary),
  faults: ['notFound', 'wrongState', 'ownChange'],
  audit: 'beneficiary.decide-screening',
})

const WaitingTime = z.object({
  /** Hours in which nothing is paid to a new or changed account. */
  hours: z.int(),
  updated_at: timestamp.nullable(),
})
export const readWaitingTime = call({
  at: 'GET /api/payouts/{key}/waiting-time',
  ...ofMerchant,
  query: z.strictObject(inEnvironment),
  answer: content(WaitingTime),
})
/** Sets it for accounts that are new or changed from now on. */
export const updateWaitingTime = call({
  at: 'PUT /api/payouts/{key}/waiting-time',
  params: { key: merchantRef() },
  access: 'payoutCustodians',
  secondFactor: true,
  body: z.strictObject({
    ...inEnvironment,
    hours: z
      .int({ error: 'not_a_number' })
      .min(0, { error: 'too_small' })
      .max(limits.accountWaitHoursMost, { error: 'too_big' })
      .meta({ examples: [24] }),
  }),
  answer: content(WaitingTime),
  stepUp: true,
  audit: 'payout-settings.waiting-time',
})
