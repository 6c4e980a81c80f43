import { z } from 'zod'
import { FeeFormula } from './fee-shapes.ts'
import { call, data } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { reconRunId } from './recon-dashboard-shapes.ts'
import { decisionActs } from './recon-decision-shapes.ts'
import { ReconOutcomeRow } from './recon-outcome-rows.ts'

const count = z.int()
const Member = z.object({
  record_ref: z.string(),
  side: z.enum(['a', 'b']),
  data_source: z.string(),
  record_type: z.string(),
  transaction_date: z.string().nullable(),
  settlement_date: z.string().nullable(),
  transaction_id: z.string(),
  merchant_order_ref: z.string(),
  /** Exact decimal texts of major units, from the merchant's side; null where the line states only a net. */
  amount: z.string().nullable(),
  currency: z.string(),
  fee: z.string(),
  tax: z.string(),
  passed_on: z.string(),
  net: z.string().nullable(),
  net_currency: z.string(),
  sku_id: z.string(),
  quantity: z.string(),
})
/** A record with what became of it, and why. */
export const Evidence = z.object({
  ...ReconOutcomeRow.shape,
  /** The run that said it first, and the version of the rules by which it did. */
  from_run: count,
  rules_version: count,
  /** What it is matched with and itself, ours first. */
  members: z.array(Member),
  /** What it would be matched with, where that is only suggested. */
  suggested: z.array(Member),
  /** Values that the sentence about it is made of: what was compared, the tolerance used, the nearest that was not taken. */
  evidence: z.record(z.string(), z.unknown()),
  /** How the agreed fee comes about; null without a plan. */
  formula: FeeFormula.nullable(),
  plan_uuid: z.string().nullable(),
  /** Where it was read; null of our own. */
  file: z
    .object({
      recon_id: z.string(),
      file_name: z.string(),
      row_no: count,
      /** As they are written there, and the zone in which the time was read. */
      at_text: z.string(),
      zone: z.string(),
      status_word: z.string(),
      other_ref: z.string(),
      parent_ref: z.string(),
      marks: z.array(z.string()),
    })
    .nullable(),
  decision_id: z.string().nullable(),
  /** What people have decided about it; null where nobody has, or it does not hold here. */
  decided: z
    .object({
      act: z.enum(decisionActs),
      reason: z.string(),
      until_day: z.string().nullable(),
      decided_by: z.string(),
      /** The second person; empty where one suffices. */
      approved_by: z.string(),
      decided_at: timestamp,
    })
    .nullable(),
})
export type ReconEvidence = z.input<typeof Evidence>

/** What became of one record and why, in the answer that holds or in that of a run. */
export const readReconEvidence = call({
  at: 'GET /api/recon/records/{record_ref}',
  follows: ['recon_run'],
  params: { record_ref: ref('reconOutcome', 400) },
  query: z.strictObject({ environment: environment.optional(), run_id: reconRunId }),
  answer: data(Evidence),
  access: 'reconDashboard',
  faults: ['notFound', 'reconInProgress'],
})

const Original = z.object({
  recon_id: z.string(),
  row_no: count,
  /**
   * Its cells as they are written there, each under the title of its column. Null once the original is not kept any more, and of a row after
   * the first 200,000.
   */
  cells: z.array(z.object({ title: z.string(), value: z.string() })).nullable(),
})
export type ReconOriginal = z.input<typeof Original>

/**
 * The row of the file that a record was read from; the file is read anew. Cells that the mapping does not read are hidden from whoever may
 * not open transactions.
 */
export const readReconOriginal = call({
  at: 'GET /api/recon/records/{record_ref}/original',
  params: { record_ref: ref('reconOutcome', 400) },
  query: z.strictObject({ environment: environment.optional(), run_id: reconRunId }),
  answer: data(Original),
  access: 'reconDashboard',
  faults: ['notFound', 'reconInProgress'],
})
