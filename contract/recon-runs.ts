import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { outcomeStatuses, reconLegs, reconSides } from './recon-outcomes.ts'
import { changeCauses, reconCauses, reconRunStates } from './recon-run-states.ts'

const count = z.int()
const nothingMore = z.strictObject({ environment: environment.optional() })
/** The number of a pair: from 1 in each merchant and environment, and never used again. */
export const msmId = z
  .int()
  .min(1, { error: 'too_small' })
  .meta({ examples: [1] })

const Pair = z.object({
  msm_id: z.int(),
  leg: z.enum(reconLegs),
  data_source_a: z.string(),
  data_source_b: z.string(),
  /** 0: the rules that come with the product. */
  rules_version: z.int(),
  /** The run whose answer is shown; null before the first. */
  answer_run_id: z.string().nullable(),
  /** Something has changed, and a run begins then. */
  wanted_at: timestamp.nullable(),
  /** When the next run begins by itself; null before the first. */
  next_run_at: timestamp.nullable(),
})
export type ReconPair = z.input<typeof Pair>

/** The pairs of sources that are compared: transactions with settlements, and payouts with what the bank has. */
export const listReconPairs = call({
  at: 'GET /api/recon/pairs',
  follows: ['recon_run'],
  query: nothingMore,
  answer: data(z.array(Pair)),
  access: 'reconAny',
})

/** Records of one side, currency and outcome. Amounts are decimal texts of major units, from the merchant's side. */
const Total = z.object({
  side: z.enum(reconSides),
  currency: z.string(),
  status: z.enum(outcomeStatuses),
  count,
  amount: z.string(),
  /** Theirs less ours; `tolerated` is what of it the tolerance hides. */
  amount_off: z.string(),
  fee_off: z.string(),
  tax_off: z.string(),
  tolerated: z.string(),
  /** Those of them for which a match is suggested. */
  suggested: count,
})
export type ReconTotal = z.input<typeof Total>
const Cause = z.object({
  kind: z.enum(reconCauses),
  /** The file, plan, decision or version; empty where there is none. */
  ref: z.string(),
})
export type ReconRunCause = z.input<typeof Cause>

const run = {
  run_id: z.string(),
  msm_id: z.int(),
  /** Counts from 1 in each pair. */
  run_no: z.int(),
  leg: z.enum(reconLegs),
  data_source_a: z.string(),
  data_source_b: z.string(),
  status: z.enum(reconRunStates.states),
  /** What a worker does: `staging`, the key of a rule, `classifying` or `storing`; empty before and after. */
  stage: z.string(),
  causes: z.array(Cause),
  /** The day that it is for, YYYY-MM-DD. */
  as_of: z.string(),
  rows_done: count,
  rows_all: count,
  /** How many records have another outcome than in the answer before. */
  changed: count,
  /** SHA-256 over the natural keys of all outcomes; empty until it is done. */
  digest: z.string(),
  /** Its answer is the one that is shown. */
  is_answer: z.boolean(),
  asked_by: z.string(),
  asked_at: timestamp,
  begun_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
}
const RunRow = z.object(run)
export type ReconRunRow = z.input<typeof RunRow>
const Run = z.object({
  ...run,
  rules_version: z.int(),
  /** In major units, for each record. */
  tolerance: z.number(),
  totals: z.array(Total),
  /** Why it failed; empty otherwise. */
  reason: z.string(),
})
export type ReconRun = z.input<typeof Run>

export const reconRunList = list({
  columns: {
    run_no: { kind: 'number', shown: true },
    data_source_a: { kind: 'text', shown: true },
    data_source_b: { kind: 'text', shown: true },
    status: { kind: 'status', shown: true, words: 'states.reconRun' },
    as_of: { kind: 'text', shown: true },
    rows_done: { kind: 'number', shown: true },
    changed: { kind: 'number', shown: true },
    asked_at: { kind: 'time', shown: true },
    finished_at: { kind: 'time' },
    asked_by: { kind: 'text', shown: true },
    digest: { kind: 'reference' },
    run_id: { kind: 'reference' },
  },
  filters: {
    data_source: exactly(40),
    status: choice(reconRunStates.states),
    asked_at: timeRange(),
  },
  phone: { head: ['data_source_a', 'data_source_b'], value: 'status', line: ['run_no', 'data_source_b', 'asked_at'] },
  sorts: ['asked_at'],
})

/** The runs, newest first. The search is a digest. */
export const listReconRuns = call({
  at: 'POST /merchants/recon/v3/list',
  follows: ['recon_run'],
  body: reconRunList.body,
  answer: page(RunRow),
  access: 'reconData',
})

/** One run: by its id, or by the `recon_id` of a file, then the first run that used the file. */
export const readReconRun = call({
  at: 'GET /merchants/recon/v3/list/{id}',
  follows: ['recon_run'],
  params: { id: ref('reconRun') },
  query: nothingMore,
  answer: data(Run),
  access: 'reconData',
  faults: ['notFound', 'reconInProgress'],
})

/**
 * Has a pair worked out from the beginning. While it waits for its turn, asking again gives the same run; while it is worked out, one
 * more follows.
 */
export const startReconRun = call({
  at: 'POST /api/recon/runs',
  body: z.strictObject({ environment: environment.optional(), msm_id: msmId }),
  answer: data(Run),
  access: 'reconData',
  faults: ['pairUnknown'],
  audit: 'recon-run.start',
  notice: 'Reconciliation started',
})

/** Stops a run within a second. The answer before it stands. */
export const cancelReconRun = call({
  at: 'POST /api/recon/runs/{run_id}/cancel',
  params: { run_id: ref('reconRun') },
  body: nothingMore,
  answer: data(Run),
  access: 'reconData',
  faults: ['notFound', 'wrongState'],
  audit: 'recon-run.cancel',
  notice: 'Reconciliation cancelled',
})

/** What one run says of a record; a null is one of which it says nothing. */
const Said = z.object({
  status: z.enum(outcomeStatuses),
  rule_key: z.string(),
  rules_version: z.int(),
  gross: z.string().nullable(),
  fee: z.string(),
  tax: z.string(),
  expected_fee: z.string().nullable(),
  expected_tax: z.string().nullable(),
  amount_off: z.string(),
  due_on: z.string().nullable(),
  decision: z.string(),
})
const Change = z.object({
  key: z.string(),
  side: z.enum(reconSides),
  data_source: z.string(),
  record_type: z.string(),
  at: timestamp.nullable(),
  booked_on: z.string().nullable(),
  provider_ref: z.string(),
  merchant_ref: z.string(),
  currency: z.string(),
  causes: z.array(z.enum(changeCauses)),
  /** By the earlier and the later of the two runs. */
  before: Said.nullable(),
  after: Said.nullable(),
})
export type ReconChange = z.input<typeof Change>

export const reconChangeList = list({
  columns: {
    provider_ref: { kind: 'reference', shown: true },
    merchant_ref: { kind: 'reference', shown: true },
    before: { kind: 'text', shown: true, title: 'said_before' },
    after: { kind: 'text', shown: true, title: 'said_after' },
    causes: { kind: 'text', shown: true },
    side: { kind: 'text', shown: true, words: 'reconSides' },
    record_type: { kind: 'text', shown: true, words: 'recordTypes' },
    currency: { kind: 'text', shown: true },
    at: { kind: 'time', shown: true },
    data_source: { kind: 'text' },
    booked_on: { kind: 'text' },
  },
  filters: {
    /** Of the same pair; without it the answer before. */
    other_run_id: exactly(64),
    status: choice(outcomeStatuses),
    side: choice(reconSides),
  },
  phone: { head: ['provider_ref', 'merchant_ref'], value: 'causes', line: ['before', 'after'] },
  sorts: ['from_run'],
})

/**
 * The records of which a run and another one of its pair say different things, each with what both say and why. Without
 * `filters.other_run_id` it is held against the answer before it. The status is what the later one says, or the earlier one of a record
 * that has gone. The search matches a reference.
 */
export const compareReconRuns = call({
  at: 'POST /api/recon/runs/{run_id}/compare',
  follows: ['recon_run'],
  params: { run_id: ref('reconRun') },
  body: reconChangeList.body,
  answer: page(Change),
  access: 'reconData',
  faults: ['notFound', 'reconInProgress', 'wrongState'],
})
