import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import type { Column } from './kit/columns.ts'
import { choice, exactly, list } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { email, environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { messageStates } from './messages.ts'
import { Evidence } from './recon-evidence.ts'
import {
  actRefusals,
  ageBucketNames,
  decisionActs,
  exceptionActs,
  exceptionWaits,
  proposalActs,
} from './recon-decision-shapes.ts'
import { outcomeColumns, ReconOutcomeRow } from './recon-outcome-rows.ts'
import { exceptionStatuses, type OutcomeStatus } from './recon-outcomes.ts'

const day = z.iso.date({ error: 'not_a_day' })
const ExceptionRow = z.object({
  ...ReconOutcomeRow.shape,
  /** In working days of the merchant's calendar. */
  age: z.int(),
  age_bucket: z.enum(ageBucketNames),
  owner_name: z.string(),
  /** By when its owner is to have settled it. */
  owner_due_on: z.string().nullable(),
  /** What is decided shows with the next run; what is proposed waits for a second person. */
  waits_for: z.enum(exceptionWaits),
})
export type ReconException = z.input<typeof ExceptionRow>

const { at, settlement_date, fee, fee_mismatch, record_type, currency, ...others } = outcomeColumns
/** A column that is not among the first, and in each file. */
const unseen = <C extends Column>(column: C) => ({ ...column, shown: false, exported: true }) as const

const statuses = exceptionStatuses as unknown as readonly [OutcomeStatus, ...OutcomeStatus[]]
export const reconExceptionList = list({
  columns: {
    ...others,
    amount_mismatch: { ...others.amount_mismatch, title: 'difference' },
    suggested_strength: { kind: 'text', shown: true, words: 'matchStrengths' },
    age: { kind: 'number', shown: true },
    owner_name: { kind: 'text', shown: true },
    waits_for: { kind: 'text', shown: true, exported: true },
    owner_due_on: { kind: 'text' },
    age_bucket: { kind: 'text', words: 'reconAges' },
    record_type: unseen(record_type),
    currency: unseen(currency),
    at: unseen(at),
    settlement_date: unseen(settlement_date),
    fee: unseen(fee),
    fee_mismatch: unseen(fee_mismatch),
  },
  filters: {
    status: choice(statuses),
    age_bucket: choice(ageBucketNames),
    currency: exactly(3, 'SGD'),
    data_source: exactly(40),
    strength: choice(['suggested', 'ambiguous']),
    owner_id: exactly(64),
    batch: exactly(100),
  },
  phone: {
    head: ['transaction_id', 'merchant_order_ref'],
    value: 'amount',
    line: ['status', 'at', 'suggested_strength'],
  },
  sorts: ['transaction_date'],
})

/** What somebody has to look at: one record of each match, newest first. The search matches a reference. */
export const listReconExceptions = call({
  at: 'POST /api/recon/exceptions/list',
  follows: ['recon_run'],
  body: reconExceptionList.body,
  answer: page(ExceptionRow),
  access: 'reconData',
})

const Sum = z.object({
  currency: z.string(),
  count: z.int(),
  /** Exact decimal texts of major units: what the records are of, and what they differ by, theirs less ours. */
  amount: z.string(),
  difference: z.string(),
})
export type ExceptionSum = z.output<typeof Sum>
/** What all exceptions come to that a filter finds, by currency. */
export const sumReconExceptions = call({
  at: 'POST /api/recon/exceptions/sums',
  follows: ['recon_run'],
  body: z.strictObject({
    environment: environment.optional(),
    filters: reconExceptionList.body.shape.filters,
    search: text(limits.searchLength, 0).optional(),
  }),
  answer: data(z.array(Sum)),
  access: 'reconData',
  repeat: 'safe',
})

const nothingMore = z.strictObject({ environment: environment.optional() })
const Decision = z.object({
  decision_id: z.string(),
  act: z.enum(decisionActs),
  reason: z.string(),
  until_day: z.string().nullable(),
  decided_by: z.string(),
  approved_by: z.string(),
  decided_at: timestamp,
  lifted_by: z.string(),
  lifted_at: timestamp.nullable(),
})
/** What became of a record and why, and what people have said of it. */
export const readReconException = call({
  at: 'GET /api/recon/exceptions/{record_ref}',
  follows: ['recon_run'],
  params: { record_ref: ref('reconOutcome') },
  query: nothingMore,
  answer: data(
    z.object({
      record_ref: z.string(),
      record: Evidence,
      owner_name: z.string(),
      owner_due_on: z.string().nullable(),
      age: z.int(),
      waits_for: z.enum(exceptionWaits),
      decisions: z.array(Decision),
      comments: z.array(z.object({ text: z.string(), written_by: z.string(), at: timestamp })),
      proposals: z.array(z.object({ proposal_id: z.string(), act: z.enum(proposalActs), proposed_name: z.string() })),
      /** Mails to its provider, and what became of each. */
      questions: z.array(z.object({ sent_to: z.string(), asked_at: timestamp, state: z.enum(messageStates) })),
    }),
  ),
  access: 'reconData',
  faults: ['notFound', 'reconInProgress'],
})

const reason = text(500, 0).optional()
/** Some exceptions by their records, or all that a filter finds. */
const chosen = {
  record_refs: z.array(ref('reconOutcome')).min(1).max(limits.reconDecidedAtOnce, { error: 'too_many' }).optional(),
  filters: reconExceptionList.body.shape.filters,
  search: text(limits.searchLength, 0).optional(),
}
const Acted = z.object({
  applied: z.int(),
  /** What waits for a second person. */
  proposed: z.int(),
  refused: z.int(),
  /** The first of those to which it was not done. */
  why: z.array(z.object({ record_ref: z.string(), reason: z.enum(actRefusals) })),
})
export type Acted = z.output<typeof Acted>

/**
 * Does one thing to some exceptions, or to all that the filters find. What has a difference and takes two people is proposed. The next run
 * obeys what is decided.
 */
export const actOnExceptions = call({
  at: 'POST /api/recon/exceptions/act',
  body: z.strictObject({
    environment: environment.optional(),
    act: z.enum(exceptionActs),
    ...chosen,
    reason,
    /** The last day on which `expect` waits; the day by which an owner is to have settled it. */
    until_day: day.meta({ examples: ['2026-12-01'] }).optional(),
    /** One of the merchant's users; without one nobody. */
    owner_id: ref('user').optional(),
  }),
  answer: data(Acted),
  access: 'reconData',
  repeat: 'required',
  faults: ['notFound'],
  audit: 'recon-decision.act',
  notice: 'Decided',
})

const side = z.array(ref('reconOutcome')).min(1).max(limits.reconMatchedOnSide, { error: 'too_many' })
/** Matches records of both sides that no rule has matched. With a difference it is a proposal. */
export const matchReconRecords = call({
  at: 'POST /api/recon/exceptions/match',
  body: z.strictObject({ environment: environment.optional(), a: side, b: side, reason }),
  answer: data(Acted),
  access: 'reconData',
  repeat: 'required',
  faults: ['notFound', 'wrongState'],
  audit: 'recon-decision.match',
  notice: 'Decided',
})

/** Takes a decision back: the next run works its records out without it. */
export const liftReconDecision = call({
  at: 'POST /api/recon/decisions/{decision_id}/lift',
  params: { decision_id: ref('reconDecision') },
  body: nothingMore,
  answer: data(Decision),
  access: 'reconData',
  faults: ['notFound', 'wrongState'],
  audit: 'recon-decision.lift',
  notice: 'Decision lifted',
})

/**
 * Mails the provider what is known of some records, or of all that the filters find, 100 at most, in one mail with the user's name and address
 * to answer to.
 */
export const askProvider = call({
  at: 'POST /api/recon/exceptions/ask',
  body: z.strictObject({
    environment: environment.optional(),
    ...chosen,
    to: email,
    message: text(2_000, 0).optional(),
  }),
  answer: data(z.object({ sent_to: z.string(), records: z.int() })),
  access: 'reconData',
  repeat: 'required',
  faults: ['notFound'],
  audit: 'recon-decision.ask',
  notice: 'Question sent',
})
