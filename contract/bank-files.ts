import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** Made, and the bank has not answered for all of it; answered for all; or withdrawn before the bank has paid it. */
export const bankFileStates = ['Made', 'Answered', 'Withdrawn'] as const

/** A pain.001.001.09 of payouts. */
const BankFile = entity({
  file_id: z.string(),
  channel_key: z.string(),
  /** By which the bank knows it. */
  msg_id: z.string(),
  state: z.enum(bankFileStates),
  payouts: z.int(),
  total: money(),
  currency,
  /** Of which the bank has not said how they ended. */
  open_count: z.int(),
  made_by: z.string(),
  made_at: timestamp,
  /** Who has asked that it be withdrawn, and the ground; empty while nobody asks. */
  asked_by: z.string(),
  asked_at: timestamp.nullable(),
  reason: z.string(),
  evidence: z.string(),
  withdrawn_by: z.string(),
  withdrawn_at: timestamp.nullable(),
})
export type BankFile = z.input<typeof BankFile>

/** What a line of a bank's answer did: to a payout, to a virtual account, or nothing, so that people look at it. */
export const bankVerdicts = [
  'paid', 'failed', 'returned', 'deposit', 'deposit_suspended', 'unmatched', 'amount_differs', 'paid_twice', 'contradicts',
] as const // prettier-ignore
export type BankVerdict = (typeof bankVerdicts)[number]
/** Those of lines that wait until somebody explains them. A deposit in suspense waits among the deposits. */
export const waitingVerdicts = ['unmatched', 'amount_differs', 'paid_twice', 'contradicts'] as const

const BankLine = entity({
  line_id: z.string(),
  channel_key: z.string(),
  format: z.string(),
  verdict: z.enum(bankVerdicts),
  /** Of the payout that it names; empty for none. */
  txn_ref: z.string(),
  bank_ref: z.string(),
  amount: money('currency', { min: 'zero' }),
  currency,
  direction: z.enum(['CRDT', 'DBIT']),
  other_side: z.string(),
  text: z.string(),
  booked_at: timestamp,
})
export type BankLine = z.input<typeof BankLine>

const BankFileChannel = entity({
  channel_key: z.string(),
  name: z.string(),
  /** What the next file would hold. */
  ready_count: z.int(),
  ready_total: money('currency', { min: 'zero' }),
  currency,
})
export type BankFileChannel = z.input<typeof BankFileChannel>

/** The channels that pay by file with what is ready, the latest files, and lines of the bank's answers that wait for people. */
export const readBankFiles = call({
  at: 'GET /api/payouts/bank-files',
  follows: ['payout', 'virtual_account', 'bank_file'],
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(
    z.object({ channels: z.array(BankFileChannel), files: z.array(BankFile), waiting: z.array(BankLine) }),
  ),
  access: 'payouts',
})

const custodians = { access: 'payoutCustodians', secondFactor: true } as const

/** Makes a file of the approved payouts of a channel that nothing else holds, at most 1,000. They are Processing from then on. */
export const makeBankFile = call({
  at: 'POST /api/payouts/bank-files',
  body: z.strictObject({ environment: environment.optional(), channel_key: ref('channel') }),
  answer: content(BankFile),
  ...custodians,
  faults: ['channelUnknown', 'nothingForFile'],
  repeat: 'required',
  audit: 'bank-file.make',
})

const file = { file: ref('bankFile') }

/** The file as it was made, the same each time. It holds whole account numbers. */
export const downloadBankFile = call({
  at: 'GET /api/payouts/bank-files/{file}/download',
  params: file,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ name: z.string(), xml: z.string() })),
  ...custodians,
  sensitive: true,
  faults: ['notFound'],
  audit: 'bank-file.download',
})

/** Asks that a file be withdrawn, by the bank's word that it pays nothing of it any more. Another custodian decides. */
export const askWithdrawal = call({
  at: 'POST /api/payouts/bank-files/{file}/withdraw',
  params: file,
  body: z.strictObject({ environment: environment.optional(), reason: text(500), evidence: text(500) }),
  answer: content(BankFile),
  ...custodians,
  faults: ['notFound', 'wrongState'],
  audit: 'bank-file.ask-withdrawal',
  onFailure: 'inline',
})

/** Confirms or refuses a withdrawal that another custodian has asked for. Confirmed, payouts without an answer are Failed. */
export const decideWithdrawal = call({
  at: 'POST /api/payouts/bank-files/{file}/withdraw/decide',
  params: file,
  body: z.strictObject({ environment: environment.optional(), decision: z.enum(['confirm', 'refuse']) }),
  answer: content(BankFile),
  ...custodians,
  faults: ['notFound', 'wrongState', 'sameCustodian'],
  repeat: 'required',
  audit: 'bank-file.decide-withdrawal',
  onFailure: 'inline',
})

/** What was not understood of an answer, in the words of the file. */
const NotUnderstood = z.object({ bank_ref: z.string(), text: z.string() })

const BankAnswer = z.object({
  /** `camt.053`, `camt.054` or `pain.002`. */
  format: z.string(),
  /** What is new in it, each line with what it did. */
  lines: z.array(BankLine),
  not_understood: z.array(NotUnderstood),
  /** Lines that were brought before, or say nothing new. */
  known_count: z.int(),
  /** Lines that are not booked yet, or payments that the bank has only accepted. */
  pending_count: z.int(),
  /** Statements of other accounts. */
  other_accounts: z.int(),
})
export type BankAnswer = z.input<typeof BankAnswer>

/** Takes a bank's answer: a camt.053 or camt.054 of an account that payouts leave in files, or a pain.002 about one of the files. */
export const uploadBankAnswer = call({
  at: 'POST /api/payouts/bank-answers',
  file: { field: 'file', endings: ['xml'], mostBytes: limits.uploadBytes },
  body: z.strictObject({
    key: merchantRef().optional(),
    environment: environment.optional(),
  }),
  answer: content(BankAnswer),
  ...custodians,
  repeat: 'required',
  audit: 'bank-answer.upload',
  onFailure: 'inline',
})

/** Says what a line is that waits for people; it waits no more. No money is moved. */
export const explainBankLine = call({
  at: 'POST /api/payouts/bank-lines/{line}/explain',
  params: { line: ref('bankLine') },
  body: z.strictObject({ environment: environment.optional(), explanation: text(500) }),
  answer: content(BankLine),
  ...custodians,
  faults: ['notFound'],
  audit: 'bank-line.explain',
  onFailure: 'inline',
})
