import { z } from 'zod'
import { call, content, page, spreadsheet } from './kit/call.ts'
import { amountRange, choice, exactly, list } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'

/** What a deposit has to be; one that is not waits in suspense. */
export const accountConditions = ['NO_CONDITION', 'EXACT', 'MINIMUM', 'MAXIMUM'] as const
export type AccountCondition = (typeof accountConditions)[number]

/** An account that money comes onto and payouts leave from. */
export const VirtualAccount = entity({
  account_no: z.string(),
  account_name: z.string(),
  channel_key: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  currency,
  environment,
  /** What is available and what is set aside for payouts under way, together. */
  balance: money('currency', { min: 'zero' }),
  available_balance: money('currency', { min: 'zero' }),
  reserved_balance: money('currency', { min: 'zero' }),
  condition: z.enum(accountConditions),
  conditional_amount: money('currency', { min: 'zero' }).nullable(),
  /** Below which people are told that it is low; null for no warning. */
  low_amount: money('currency', { min: 'zero' }).nullable(),
  is_low: z.boolean(),
  /** Its channel tells of deposits; onto another account people enter them. */
  tells_deposits: z.boolean(),
  start_date: timestamp,
  /** Since when it is closed; null while it is open. */
  end_date: timestamp.nullable(),
  created_by: z.string(),
})
export type VirtualAccount = z.input<typeof VirtualAccount>

/** All virtual accounts, the open ones first. */
export const listVirtualAccounts = call({
  at: 'GET /merchants/{id}/payout/va',
  follows: ['virtual_account', 'payout'],
  params: { id: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(VirtualAccount), z.object({ total_elements: z.int() })),
  access: 'payouts',
})

const virtualAccountList = list({
  columns: {
    account_no: { kind: 'reference', shown: true },
    account_name: { kind: 'text', shown: true },
    balance: { kind: 'amount', shown: true },
    available_balance: { kind: 'amount', shown: true },
    reserved_balance: { kind: 'amount', shown: true },
    start_date: { kind: 'time', shown: true },
    channel_key: { kind: 'text' },
    bank_name: { kind: 'text' },
    currency: { kind: 'text' },
    end_date: { kind: 'time' },
  },
  filters: { channel_key: exactly(60), account_no: exactly(64) },
  phone: { head: ['account_name', 'account_no'], value: 'balance', line: ['start_date'] },
  sorts: ['start_date'],
})

/** The same in pages, over several merchants too. */
export const pageVirtualAccounts = call({
  at: 'POST /api/payouts/virtual-accounts/list',
  masterAt: 'POST /master-merchant/{key}/merchants/payouts/va',
  follows: ['virtual_account', 'payout'],
  body: virtualAccountList.body,
  answer: page(VirtualAccount),
  access: 'payouts',
})

const custodians = { access: 'payoutCustodians', secondFactor: true } as const

/**
 * Opens an account. With a channel that keeps virtual accounts its bank does; with another the account mirrors the balance that the
 * merchant has there, one for each currency.
 */
export const createVirtualAccount = call({
  at: 'POST /merchants/{id}/payout/va',
  params: { id: merchantRef() },
  body: record({
    environment: environment.optional(),
    channel_key: text(64),
    account_name: text(140),
    currency,
    condition: z.enum(accountConditions).optional(),
    conditional_amount: money().optional(),
    low_amount: money('currency', { min: 'zero' }).optional(),
    customer_name: optionalText(140),
    /** The merchant's own id of the customer, for providers that ask. */
    map_id: optionalText(64),
  }),
  answer: content(VirtualAccount),
  ...custodians,
  faults: ['channelMissing', 'virtualAccountRefused', 'tooMany', 'invalidRequest'],
  repeat: 'required',
  audit: 'virtual-account.create',
  notice: 'Virtual Account Created Successfully',
  onFailure: 'inline',
})

const account = { account: ref('virtualAccount') }

/** Changes below which balance people are told; without an amount nobody is. */
export const updateVirtualAccount = call({
  at: 'PUT /api/payouts/virtual-accounts/{account}',
  params: account,
  body: record({
    environment: environment.optional(),
    currency,
    low_amount: money('currency', { min: 'zero' }).optional(),
  }),
  answer: content(VirtualAccount),
  ...custodians,
  faults: ['notFound', 'virtualAccountCurrency'],
  audit: 'virtual-account.update',
  notice: 'Virtual Account Updated Successfully',
  onFailure: 'inline',
})

/** Closes an account that has nothing, and of which nothing is open. It cannot be opened again; what comes onto it waits in suspense. */
export const closeVirtualAccount = call({
  at: 'POST /api/payouts/virtual-accounts/{account}/close',
  params: account,
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(VirtualAccount),
  ...custodians,
  faults: ['notFound', 'wrongState'],
  audit: 'virtual-account.close',
  notice: 'Virtual Account Closed Successfully',
})

/** Has the simulated bank bring money onto an account in test mode. It arrives like every other deposit. */
export const depositTestMoney = call({
  at: 'POST /api/payouts/virtual-accounts/{account}/test-money',
  params: account,
  body: record({ environment: environment.optional(), currency, amount: money(), payer: optionalText(140) }),
  answer: content(VirtualAccount),
  access: 'payoutMakers',
  faults: ['notFound', 'virtualAccountCurrency', 'wrongState', 'providerSilent'],
  repeat: 'required',
  audit: 'deposit.test',
  onFailure: 'inline',
})

/** How money is paid onto an account: what a payer enters, and the same as a QR code, an SVG data URL. */
export const readPayIn = call({
  at: 'GET /api/payouts/virtual-accounts/{account}/pay-in',
  params: account,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ text: z.string(), qr_code: z.string() })),
  access: 'payouts',
  faults: ['notFound'],
})

export const movementKinds = ['deposit', 'payout', 'fee', 'tax', 'return'] as const

/** A row of the statement: an entry of the ledger that changed the balance. A reservation is none. */
const MovementRow = entity({
  /** Counts the rows of the account from 1, in the order of entry. */
  number: z.int(),
  created_at: timestamp,
  vaaccount_no: z.string(),
  kind: z.enum(movementKinds),
  txn_type: z.enum(['Debit', 'Credit']),
  amount: money(),
  /** After it. */
  balance: money('currency', { min: 'zero' }),
  currency,
  /** Of the payout, or the bank's own reference of the deposit. */
  txn_ref: z.string(),
  /** The last digits of the beneficiary's account, or the payer. */
  to_account_no: z.string(),
  channel_ref: z.string(),
  /** When the money moved by the bank's clock. */
  actual_txn_time: timestamp,
})
export type MovementRow = z.input<typeof MovementRow>

export const movementList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    kind: { kind: 'text', shown: true, words: 'movementKinds' },
    to_account_no: { kind: 'text', shown: true },
    txn_ref: { kind: 'reference', shown: true },
    txn_type: { kind: 'text', shown: true, words: 'movementTypes' },
    amount: { kind: 'amount', shown: true },
    balance: { kind: 'amount', shown: true },
    channel_ref: { kind: 'reference' },
    actual_txn_time: { kind: 'time' },
    vaaccount_no: { kind: 'reference' },
    currency: { kind: 'text', exported: true },
    number: { kind: 'number' },
  },
  filters: {
    kind: choice(movementKinds),
    txn_type: choice(['Debit', 'Credit']),
    amount: amountRange(),
    txn_ref: exactly(64),
  },
  phone: { head: ['to_account_no', 'txn_ref'], value: 'amount', line: ['created_at', 'kind', 'balance'] },
  sorts: ['created_at'],
})

/** The statement, by order of entry. Beside it what the account had before and after the stretch, in major units. */
export const listMovements = call({
  at: 'POST /merchants/payout/va/{account}/statement',
  follows: ['virtual_account', 'payout'],
  params: account,
  body: movementList.body,
  answer: page(MovementRow, z.object({ opening_balance: z.number(), closing_balance: z.number(), currency })),
  access: 'payouts',
  faults: ['notFound'],
})

/** The statement of a stretch as a spreadsheet. */
export const downloadStatement = call({
  at: 'GET /merchants/payout/va/{account}/download-statement',
  params: account,
  query: z.strictObject({ environment: environment.optional(), from: timestamp.optional(), to: timestamp.optional() }),
  answer: spreadsheet('statement', Object.keys(movementList.columns)),
  access: 'payouts',
  faults: ['notFound'],
  audit: 'virtual-account.statement',
})

/** The same as a bank writes it: ISO 20022 camt.053.001.08, at most 10,000 rows. */
export const readBankStatement = call({
  at: 'GET /api/payouts/virtual-accounts/{account}/camt053',
  params: account,
  query: z.strictObject({ environment: environment.optional(), from: timestamp.optional(), to: timestamp.optional() }),
  answer: content(z.object({ name: z.string(), xml: z.string() })),
  access: 'payouts',
  faults: ['notFound', 'tooMany'],
})

const ForecastDay = entity({
  /** YYYY-MM-DD in the merchant's time zone. */
  day: z.string(),
  /** What leaves on that day, with fees and taxes; what is set aside has left already. */
  leaving: money('currency', { min: 'zero' }),
  payouts: z.int(),
  /** What is available after it; negative when it does not suffice. */
  available: money('currency', { min: 'any' }),
  currency,
})
export type ForecastDay = z.input<typeof ForecastDay>

/** What payouts that are waiting leave of the account over the next 30 days; without a time they count today. */
export const readForecast = call({
  at: 'GET /api/payouts/virtual-accounts/{account}/forecast',
  follows: ['virtual_account', 'payout'],
  params: account,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(ForecastDay)),
  access: 'payouts',
  faults: ['notFound'],
})
