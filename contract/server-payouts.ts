import { z } from 'zod'
import { checkAccountHolder, createBeneficiary, listBeneficiaries } from './beneficiaries.ts'
import { BeneficiaryAccount, BeneficiaryRow } from './beneficiary-shapes.ts'
import { call, content, flat, page } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment } from './kit/wire.ts'
import { payoutList } from './payout-list.ts'
import { PayoutRow } from './payout-shapes.ts'
import { payoutStates } from './payout-states.ts'
import { cancelPayout, createPayout, listPayouts } from './payouts.ts'
import { downloadStatement, listMovements, listVirtualAccounts } from './virtual-accounts.ts'

/** Payouts, virtual accounts and beneficiaries under the paths that merchants' servers know. A server makes, reads and cancels them; people verify and approve. */

/** Makes payouts, as the console does. The merchant's reference is unique, so the same request again is refused and pays nothing twice. */
export const createPayoutByServer = call({
  at: 'POST /api/payout/transaction',
  body: createPayout.body,
  answer: content(z.array(PayoutRow)),
  access: createPayout.access,
  server: true,
  keyScope: 'payouts',
  secondFactor: true,
  errorKeys: ['message'],
  faults: createPayout.faults,
  audit: createPayout.audit,
})

/** How a payout stands, by our reference. */
export const readPayoutStatus = call({
  at: 'GET /api/payout/{ref}/status',
  params: { ref: ref('payout') },
  follows: ['payout'],
  answer: flat(z.object({ Status: z.enum(payoutStates.states) })),
  access: listPayouts.access,
  server: true,
  keyScope: 'payouts',
  errorKeys: ['message'],
  faults: ['notFound'],
})

/** Cancels a payout until it is at the provider. */
export const cancelPayoutByServer = call({
  at: 'PUT /api/payout/{ref}/status/Cancelled',
  params: { ref: ref('payout') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(PayoutRow),
  access: cancelPayout.access,
  server: true,
  keyScope: 'payouts',
  secondFactor: true,
  errorKeys: ['message'],
  faults: cancelPayout.faults,
  audit: cancelPayout.audit,
})

/** The payouts that fit, as the console lists them. */
export const listPayoutsByServer = call({
  at: 'POST /api/merchant/{key}/payouts',
  params: { key: merchantRef() },
  follows: ['payout'],
  body: payoutList.body,
  answer: page(PayoutRow),
  access: listPayouts.access,
  server: true,
  keyScope: 'payouts',
  errorKeys: ['message'],
})

const forServers = { server: true, keyScope: 'payouts', errorKeys: ['message'] } as const
const query = z.strictObject({ environment: environment.optional() })
const no = { no: ref('virtualAccount') }
const pageNumber = (pattern: RegExp) => z.string().regex(pattern, { error: 'not_a_number' }).optional()

export const listVirtualAccountsByServer = call({
  at: 'GET /api/merchant/{key}/payout/va',
  params: { key: merchantRef() },
  follows: ['virtual_account', 'payout'],
  query,
  answer: listVirtualAccounts.answer,
  access: listVirtualAccounts.access,
  ...forServers,
})

/** What an account has, with what is set aside for payouts under way, in major units. */
export const readVirtualAccountBalance = call({
  at: 'GET /api/payout/va/{no}/balance',
  params: no,
  follows: ['virtual_account', 'payout'],
  query,
  answer: flat(z.object({ Balance: z.number() })),
  access: listVirtualAccounts.access,
  ...forServers,
  faults: ['notFound'],
})

export const listMovementsByServer = call({
  at: 'POST /api/payout/va/{no}/statement',
  params: no,
  follows: ['virtual_account', 'payout'],
  body: listMovements.body,
  answer: listMovements.answer,
  access: listMovements.access,
  ...forServers,
  faults: ['notFound'],
})

export const downloadStatementByServer = call({
  at: 'GET /api/payout/va/{no}/download-statement',
  params: no,
  query: downloadStatement.query,
  answer: downloadStatement.answer,
  access: downloadStatement.access,
  ...forServers,
  faults: ['notFound'],
  audit: downloadStatement.audit,
})

const { beneficiary_uuid, name, country, screening, is_active, created_at, ...ofDefault } = BeneficiaryRow.shape
const { account_no, account_type, bank_name, waits_until } = ofDefault
const Listed = z.object({
  beneficiary_uuid,
  name,
  country,
  screening,
  is_active,
  created_at,
  // Of the default account.
  account_no,
  account_type,
  bank_name,
  name_check: ofDefault.name_check,
  waits_until,
})

/** The beneficiaries, newest first. */
export const listBeneficiariesByServer = call({
  at: 'GET /api/merchants/{key}/payout/createBeneficiary',
  params: { key: merchantRef() },
  follows: ['beneficiary'],
  query: z.strictObject({
    environment: environment.optional(),
    pageIndex: pageNumber(/^[1-9]\d{0,5}$/),
    pagesize: pageNumber(/^([1-9]\d?|100)$/),
  }),
  answer: page(Listed),
  access: listBeneficiaries.access,
  ...forServers,
})

const account = BeneficiaryAccount.shape
const Made = z.object({
  beneficiary_uuid,
  accounts: z.array(
    z.object({
      account_uuid: account.account_uuid,
      account_no: account.account_no,
      is_default: account.is_default,
      name_check: account.name_check,
      waits_until: account.waits_until,
    }),
  ),
})

/** Makes a beneficiary, as the console does. Its accounts wait as long, and people approve what is paid to them. */
export const createBeneficiaryByServer = call({
  at: 'POST /api/merchants/{key}/payout/createBeneficiary',
  params: { key: merchantRef() },
  body: createBeneficiary.body,
  answer: content(Made),
  access: createBeneficiary.access,
  secondFactor: true,
  ...forServers,
  faults: createBeneficiary.faults,
  repeat: 'keyed',
  audit: createBeneficiary.audit,
  notice: createBeneficiary.notice,
})

const { name_check, name_at_bank } = checkAccountHolder.answer.schema.shape

/** Whether an account is its holder's by the bank's word. Nothing is kept but who asked, in the audit log. */
export const verifyAccountByServer = call({
  at: 'POST /api/payout/vendor/account/verification',
  body: checkAccountHolder.body.extend({ key: merchantRef().optional() }),
  answer: content(z.object({ is_verified: z.boolean(), name_check, name_at_bank })),
  access: checkAccountHolder.access,
  secondFactor: true,
  ...forServers,
  faults: checkAccountHolder.faults,
  repeat: 'safe',
  audit: checkAccountHolder.audit,
  sensitive: true,
})
