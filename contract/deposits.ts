import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { choice, exactly, list } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'

/**
 * A deposit is credited when it comes, or waits in suspense until two people credit it or send it back. One that is entered by hand
 * is asked for by one person and confirmed by another.
 */
export const depositStates = machine({
  states: ['Asked', 'Refused', 'Suspense', 'Credited', 'SendingBack', 'SentBack'],
  actions: {
    enter: { from: ['Asked'], to: 'Credited' },
    refuse: { from: ['Asked'], to: 'Refused' },
    credit: { from: ['Suspense'], to: 'Credited' },
    sendBack: { from: ['Suspense'], to: 'SendingBack' },
    /** The bank cannot send it back. */
    keep: { from: ['SendingBack'], to: 'Suspense' },
    sent: { from: ['SendingBack'], to: 'SentBack' },
  },
})
export type DepositState = (typeof depositStates.states)[number]

export const suspenseReasons = [
  'unknown_account',
  'closed_account',
  'other_currency',
  'condition',
  'unmatched_return',
] as const
export type SuspenseReason = (typeof suspenseReasons)[number]

/** What the first person has asked for. */
export const depositActs = ['enter', 'credit', 'send_back'] as const
export type DepositAct = (typeof depositActs)[number]

export const DepositRow = entity({
  deposit_id: z.string(),
  vaaccount_no: z.string(),
  channel_key: z.string(),
  /** The bank's own reference. */
  deposit_ref: z.string(),
  amount: money(),
  currency,
  payer: z.string(),
  /** By the bank's clock. */
  came_at: timestamp,
  created_at: timestamp,
  by_hand: z.boolean(),
  state: z.enum(depositStates.states),
  suspense_reason: z.union([z.enum(suspenseReasons), z.literal('')]),
  /** Whether it can be credited: its account is open and in its currency. */
  can_credit: z.boolean(),
  asked: z.union([z.enum(depositActs), z.literal('')]),
  asked_by: z.string(),
  asked_at: timestamp.nullable(),
  reason: z.string(),
  evidence: z.string(),
  decided_by: z.string(),
  decided_at: timestamp.nullable(),
})
export type DepositRow = z.input<typeof DepositRow>

export const depositList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    state: { kind: 'status', shown: true, words: 'states.deposit' },
    amount: { kind: 'amount', shown: true },
    payer: { kind: 'text', shown: true },
    deposit_ref: { kind: 'reference', shown: true },
    suspense_reason: { kind: 'text', shown: true, words: 'suspenseReasons' },
    asked_by: { kind: 'text', shown: true },
    vaaccount_no: { kind: 'reference' },
    came_at: { kind: 'time' },
    currency: { kind: 'text' },
  },
  filters: { state: choice(depositStates.states), vaaccount_no: exactly(64), deposit_ref: exactly(64) },
  phone: { head: ['payer', 'deposit_ref'], value: 'amount', line: ['created_at', 'state'] },
  sorts: ['created_at'],
})

/** Deposits, newest first; with the filter `state` those that wait for people. */
export const listDeposits = call({
  at: 'POST /api/payouts/deposits/list',
  follows: ['virtual_account'],
  body: depositList.body,
  answer: page(DepositRow),
  access: 'payouts',
})

const custodians = { access: 'payoutCustodians', secondFactor: true } as const
/** Why, and by what it can be seen: the number of a bank statement, a letter. */
const grounds = { reason: text(500), evidence: text(500) }

/** Enters a deposit onto an account whose channel tells of none. Another custodian confirms it. */
export const enterDeposit = call({
  at: 'POST /api/payouts/deposits',
  body: record({
    environment: environment.optional(),
    account_no: ref('virtualAccount'),
    deposit_ref: text(64),
    amount: money(),
    currency,
    payer: optionalText(140),
    came_at: timestamp,
    ...grounds,
  }),
  answer: content(DepositRow),
  ...custodians,
  faults: ['notFound', 'virtualAccountCurrency', 'wrongState', 'duplicateOrder'],
  repeat: 'required',
  audit: 'deposit.enter',
  onFailure: 'inline',
})

const deposit = { deposit: ref('deposit') }

/** Asks that a deposit in suspense be credited or sent back. Another custodian decides. */
export const askDeposit = call({
  at: 'POST /api/payouts/deposits/{deposit}/ask',
  params: deposit,
  body: z.strictObject({ environment: environment.optional(), act: z.enum(['credit', 'send_back']), ...grounds }),
  answer: content(DepositRow),
  ...custodians,
  faults: ['notFound', 'wrongState'],
  audit: 'deposit.ask',
  onFailure: 'inline',
})

/** Confirms or refuses what another custodian has asked for. `asked` is what the caller has seen. */
export const decideDeposit = call({
  at: 'POST /api/payouts/deposits/{deposit}/decide',
  params: deposit,
  body: z.strictObject({
    environment: environment.optional(),
    asked: z.enum(depositActs),
    decision: z.enum(['confirm', 'refuse']),
  }),
  answer: content(DepositRow),
  ...custodians,
  faults: ['notFound', 'wrongState', 'sameCustodian'],
  repeat: 'required',
  audit: 'deposit.decide',
  onFailure: 'inline',
})
