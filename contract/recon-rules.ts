import { z } from 'zod'
import { call, data } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { outcomeStatuses, reconLegs, reconSides } from './recon-outcomes.ts'
import { ReconRule } from './recon-rule-shapes.ts'
import { msmId } from './recon-runs.ts'

const count = z.int()
const nothingMore = z.strictObject({ environment: environment.optional() })

const Rules = z.object({
  msm_id: z.int(),
  leg: z.enum(reconLegs),
  data_source_a: z.string(),
  data_source_b: z.string(),
  /** 0: those that come with the product. */
  version: z.int(),
  /** The version in force. */
  newest: z.int(),
  rules: z.array(ReconRule),
  /** The versions that there are, newest first; the one of the product is not among them. */
  versions: z.array(z.object({ version: z.int(), saved_by: z.string(), saved_at: timestamp })),
})
export type ReconRules = z.input<typeof Rules>

/** The rules of a pair in their order: those in force, or an earlier version. */
export const listReconRules = call({
  at: 'GET /api/recon/rules',
  query: z.strictObject({
    environment: environment.optional(),
    msm_id: z.coerce
      .number()
      .int()
      .min(1)
      .meta({ examples: [1] }),
    version: z.coerce.number().int().min(0).optional(),
  }),
  answer: data(Rules),
  access: 'reconConfiguration',
  faults: ['pairUnknown', 'notFound'],
})

const statusOrNone = z.enum(outcomeStatuses).nullable()
/** How many records of one status would have another; null stands for none, before or after. */
const Shift = z.object({ before: statusOrNone, after: statusOrNone, records: count })
const Sample = z.object({
  key: z.string(),
  side: z.enum(reconSides),
  provider_ref: z.string(),
  merchant_ref: z.string(),
  gross: z.string().nullable(),
  currency: z.string(),
  before: statusOrNone,
  after: statusOrNone,
  /** By which rule it would be so; empty where none has found anything. */
  rule_key: z.string(),
})
/** What rules would change of the answer that is shown. */
export const ReconDryRunResult = z.object({
  /** How many records would have another status. */
  changed: count,
  shifts: z.array(Shift),
  /** Some of them, from each shift. */
  samples: z.array(Sample),
})
export type ReconDryRunResult = z.infer<typeof ReconDryRunResult>

export const dryRunStates = ['queued', 'running', 'done', 'failed'] as const
const DryRun = z.object({
  dry_run_id: z.string(),
  msm_id: z.int(),
  status: z.enum(dryRunStates),
  rules: z.array(ReconRule),
  /** The version that was in force; these rules are saved only while it is. */
  base_version: z.int(),
  /** Null until it is done. */
  result: ReconDryRunResult.nullable(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: timestamp,
  finished_at: timestamp.nullable(),
})
export type ReconDryRun = z.input<typeof DryRun>

/**
 * Works out what a list of rules would change of the answer that is shown, and keeps nothing of it. The call answers at once; the result is
 * read by the id. A pair without an answer has nothing to compare with.
 */
export const dryRunReconRules = call({
  at: 'POST /api/recon/rules/dry-runs',
  body: z.strictObject({
    environment: environment.optional(),
    msm_id: msmId,
    rules: z.array(ReconRule).min(1, { error: 'required' }).max(limits.reconRules, { error: 'too_many' }),
  }),
  answer: data(DryRun),
  access: 'reconConfiguration',
  faults: ['pairUnknown', 'reconInProgress', 'tooMany'],
  audit: 'recon-rule.dry-run',
  onFailure: 'inline',
})

/** How far a dry run is, and what it has shown. */
export const readReconDryRun = call({
  at: 'GET /api/recon/rules/dry-runs/{dry_run_id}',
  follows: ['recon_run'],
  params: { dry_run_id: ref('reconDryRun') },
  query: nothingMore,
  answer: data(DryRun),
  access: 'reconConfiguration',
  faults: ['notFound'],
})

/**
 * Saves the rules of a dry run as the next version and has the pair worked out by them. The dry run is done, and the version that it was
 * compared with is still in force: nothing is saved of which nobody has seen what it changes.
 */
export const saveReconRules = call({
  at: 'POST /api/recon/rules',
  body: z.strictObject({ environment: environment.optional(), dry_run_id: ref('reconDryRun') }),
  answer: data(Rules),
  access: 'reconConfiguration',
  faults: ['notFound', 'reconInProgress', 'wrongState', 'changedMeanwhile', 'tooMany'],
  audit: 'recon-rule.save',
  notice: 'Rules saved',
  onFailure: 'inline',
})
