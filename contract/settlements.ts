import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { outcomeStatuses } from './recon-outcomes.ts'
import { Settlement, SettlementLine, SettlementRow } from './settlement-shapes.ts'
import { settlementStates } from './settlement-states.ts'

export const settlementList = list({
  columns: {
    batch: { kind: 'reference', shown: true },
    data_source: { kind: 'text', shown: true },
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
    currency: exactly(3, 'SGD'),
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
