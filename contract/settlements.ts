import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { outcomeStatuses } from './recon-outcomes.ts'
import { differenceKinds, settlementStates } from './settlement-states.ts'

/** Amounts are decimal texts of major units from the merchant's side, in the currency of the settlement; charges are what was taken. */
const row = {
  settlement_id: z.string(),
  msm_id: z.int(),
  data_source: z.string(),
  payment_channel_key: z.string(),
  batch: z.string(),
  account: z.string(),
  currency: z.string(),
  state: z.enum(settlementStates.states),
  /** Counts the changes; a closing names the one that was seen. */
  version: z.int(),
  /** The provider's days of its first and last line, YYYY-MM-DD. */
  first_on: z.string().nullable(),
  last_on: z.string().nullable(),
  lines: z.int(),
  /** Exceptions among its records. */
  open: z.int(),
  gross: z.string(),
  refunds: z.string(),
  chargebacks: z.string(),
  fees: z.string(),
  tax: z.string(),
  passed_on: z.string(),
  adjustments: z.string(),
  /** What all of it comes to. */
  computed: z.string(),
  /** What was paid out; null while no file says so. */
  payout: z.string().nullable(),
  /** What it comes to less what was paid out. */
  proof: z.string().nullable(),
  /** What the bank has of the payout, and on which day; null while it has nothing. */
  bank_credit: z.string().nullable(),
  bank_on: z.string().nullable(),
  closed_by: z.string(),
  closed_at: timestamp.nullable(),
  /** Since when a file says something else of a closed one. */
  restated_at: timestamp.nullable(),
  created_at: timestamp,
}
const SettlementRow = z.object(row)
export type SettlementRow = z.input<typeof SettlementRow>

const Posting = z.object({
  business_key: z.string(),
  kind: z.string(),
  at: timestamp,
  account: z.string(),
  currency: z.string(),
  /** Debits are positive. */
  amount: z.string(),
})
const Difference = z.object({
  kind: z.enum(differenceKinds),
  key: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** What took it out of suspense; empty while it is open. */
  ended_by: z.string(),
})
const Settlement = z.object({
  ...row,
  /** Its channel's payments are booked here, so that a closing is posted. */
  is_booked: z.boolean(),
  /** How often it was closed. */
  closings: z.int(),
  /** What one unit of another currency came to. */
  rates: z.record(z.string(), z.string()),
  postings: z.array(Posting),
  /** What its closing put into suspense. */
  differences: z.array(Difference),
  /** The run whose answer holds; null before the first. */
  run: z.object({ run_id: z.string(), run_no: z.int() }).nullable(),
  /** The files that have its lines. */
  files: z.array(z.object({ recon_id: z.string(), file_name: z.string() })),
  /** The caller may do alone what otherwise takes two. */
  is_lone: z.boolean(),
})
export type Settlement = z.input<typeof Settlement>

const SettlementLine = z.object({
  record_ref: z.string(),
  key: z.string(),
  record_type: z.string(),
  status: z.enum(outcomeStatuses),
  booked_on: z.string().nullable(),
  provider_ref: z.string(),
  merchant_ref: z.string(),
  gross: z.string().nullable(),
  currency: z.string(),
  fee: z.string(),
  tax: z.string(),
  passed_on: z.string(),
  net: z.string().nullable(),
  is_open: z.boolean(),
})
export type SettlementLine = z.input<typeof SettlementLine>

export const settlementList = list({
  columns: {
    data_source: { kind: 'text', shown: true },
    batch: { kind: 'reference', shown: true },
    state: { kind: 'status', shown: true, words: 'states.settlement' },
    currency: { kind: 'text', shown: true },
    payout: { kind: 'number', exact: true, shown: true },
    proof: { kind: 'number', exact: true, shown: true },
    open: { kind: 'number', shown: true },
    bank_credit: { kind: 'number', exact: true, shown: true },
    last_on: { kind: 'text', shown: true },
    lines: { kind: 'number' },
    account: { kind: 'text' },
    settlement_id: { kind: 'reference' },
    created_at: { kind: 'time' },
  },
  filters: {
    state: choice(settlementStates.states),
    data_source: exactly(40),
    /** Whether it has exceptions. */
    open: choice(['some', 'none']),
    /** Whether the bank has something of the payout. */
    bank: choice(['missing', 'received']),
    currency: exactly(3),
    created_at: timeRange(),
  },
  phone: { head: ['batch', 'data_source'], value: 'payout', line: ['state', 'currency', 'last_on'] },
  sorts: ['created_at'],
})

/** Settlements, newest first. The search is a batch. */
export const listSettlements = call({
  at: 'POST /api/recon/settlements/list',
  follows: ['recon_run'],
  body: settlementList.body,
  answer: page(SettlementRow),
  access: 'reconData',
})

export const settlementLineList = list({
  columns: {
    record_type: { kind: 'text', shown: true, words: 'recordTypes' },
    status: { kind: 'status', shown: true, words: 'states.reconOutcome' },
    provider_ref: { kind: 'reference', shown: true },
    merchant_ref: { kind: 'reference', shown: true },
    gross: { kind: 'number', exact: true, shown: true },
    currency: { kind: 'text', shown: true },
    fee: { kind: 'number', exact: true, shown: true },
    net: { kind: 'number', exact: true, shown: true },
    booked_on: { kind: 'text', shown: true },
    key: { kind: 'reference' },
  },
  filters: { status: choice(outcomeStatuses), open: choice(['some', 'none']) },
  phone: { head: ['provider_ref', 'merchant_ref'], value: 'gross', line: ['record_type', 'booked_on', 'status'] },
  sorts: ['row_no'],
})

const ofOne = { params: { settlement_id: ref('settlement') } } as const

/** The lines of a settlement, its payout among them, as they stand in their files. The search matches a reference. */
export const listSettlementLines = call({
  at: 'POST /api/recon/settlements/{settlement_id}/lines',
  ...ofOne,
  body: settlementLineList.body,
  answer: page(SettlementLine),
  access: 'reconData',
  faults: ['settlementUnknown'],
})

/** One settlement, as a sum from gross to bank credit, with what its closings posted. */
export const readSettlement = call({
  at: 'GET /api/recon/settlements/{settlement_id}',
  follows: ['recon_run'],
  ...ofOne,
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(Settlement),
  access: 'reconData',
  faults: ['settlementUnknown'],
})

/**
 * Closes a proven settlement: its records are frozen, and its money is posted; what is open in it waits in suspense. `version` is the one that
 * was seen. One that is not proven is closed by two people, or by a lone administrator.
 */
export const closeSettlement = call({
  at: 'POST /api/recon/settlements/{settlement_id}/close',
  ...ofOne,
  body: z.strictObject({
    environment: environment.optional(),
    version: z.int().meta({ examples: [1] }),
    reason: text(500).optional(),
  }),
  answer: data(Settlement),
  access: 'reconData',
  stepUp: true,
  faults: ['settlementUnknown', 'settlementState'],
  audit: 'settlement.close',
  notice: 'Settlement closed',
})

/**
 * Reopens a closed settlement: the reverse of what it posted is posted, and the next run works its records out anew. For a lone
 * administrator; where there are two people, one proposes it and the other approves.
 */
export const reopenSettlement = call({
  at: 'POST /api/recon/settlements/{settlement_id}/reopen',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional(), reason: text(500) }),
  answer: data(Settlement),
  access: 'administration',
  stepUp: true,
  faults: ['settlementUnknown', 'settlementState'],
  audit: 'settlement.reopen',
  notice: 'Settlement reopened',
})
