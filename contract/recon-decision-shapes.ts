import { z } from 'zod'
import { machine } from './kit/machine.ts'
import type { OutcomeStatus, ReconSide } from './recon-outcomes.ts'

/** What people decide about records; each run obeys it until it is lifted. */
export const decisionActs = ['match', 'unmatch', 'write_off', 'accept', 'not_ours', 'expect'] as const
export type DecisionAct = (typeof decisionActs)[number]
/** What is done to exceptions in bulk. `match` takes the match that is suggested. */
export const exceptionActs = [...decisionActs, 'assign', 'comment'] as const
export type ExceptionAct = (typeof exceptionActs)[number]

/** What the possibility of an act depends on. */
interface Actable {
  status: OutcomeStatus
  side: ReconSide
  suggested_strength: string
  is_open: boolean
  settlement_id: string | null
}
const missing: readonly OutcomeStatus[] = ['missing_in_settlement', 'missing_in_transactions']
/** Records that no match has. */
export const aloneStatuses: readonly OutcomeStatus[] = [...missing, 'duplicate']
/** Why an act is none for an exception; null where it is one. */
export function whyNotAct(act: ExceptionAct, { status, side, suggested_strength: strength, is_open: isOpen, settlement_id: settlement }: Actable): ActRefusal | null {
  if (act === 'assign' || act === 'comment') return null
  if (act === 'match') {
    if (strength === '') return 'no_suggestion'
    if (strength === 'ambiguous') return 'ambiguous'
  }
  if (act !== 'write_off' && act !== 'accept' && settlement !== null) return 'closed'
  if (act === 'unmatch') return [...aloneStatuses, 'expected', 'adjustment'].includes(status) ? 'not_for_this' : null
  if (!isOpen) return 'not_for_this'
  if (act === 'not_ours') return aloneStatuses.includes(status) && side === 'b' ? null : 'not_for_this'
  if (act === 'expect') return missing.includes(status) ? null : 'not_for_this'
  return null
} // prettier-ignore

/** What takes two people. */
export const proposalActs = ['match', 'write_off', 'accept', 'close_settlement', 'reopen_settlement'] as const
export type ProposalAct = (typeof proposalActs)[number]
export const proposalStates = machine({
  states: ['proposed', 'approved', 'rejected', 'withdrawn', 'stale'],
  actions: {
    approve: { from: ['proposed'], to: 'approved' },
    reject: { from: ['proposed'], to: 'rejected' },
    withdraw: { from: ['proposed'], to: 'withdrawn' },
    /** Something that was shown has changed. */
    outdate: { from: ['proposed'], to: 'stale' },
  },
})
export type ProposalState = (typeof proposalStates.states)[number]

/** What an exception that stays in the list waits for. */
export const exceptionWaits = ['', 'run', 'approval'] as const
export type ExceptionWait = (typeof exceptionWaits)[number]

/** Why an act was not done to an exception. */
export const actRefusals = [
  'unknown',
  'not_for_this',
  'no_suggestion',
  'ambiguous',
  'waits',
  'closed',
  'several_currencies',
  'several_types',
] as const
export type ActRefusal = (typeof actRefusals)[number]

/** Why a proposal was not decided on: it waits no more, it is the caller's own, or its settlement can not be closed or reopened. */
export const proposalRefusals = ['unknown', 'waits_no_more', 'own', 'settlement', 'too_many'] as const
export type ProposalRefusal = (typeof proposalRefusals)[number]
/** Why a proposal is stale: other numbers were seen than it has, or a record of it has changed. */
export const staleReasons = ['other_numbers', 'changed'] as const
export type StaleReason = (typeof staleReasons)[number]

/** Ages in working days, each from inclusive and to inclusive. */
export const ageBuckets = {
  '0-1': [0, 1],
  '2-3': [2, 3],
  '4-7': [4, 7],
  '8-14': [8, 14],
  '15-30': [15, 30],
  '31+': [31, null],
} as const
export type AgeBucket = keyof typeof ageBuckets
export const ageBucketNames = Object.keys(ageBuckets) as [AgeBucket, ...AgeBucket[]]

/** A record as it was shown when somebody decided about it. Amounts are decimal texts of major units. */
export const ShownRecord = z.object({
  side: z.enum(['a', 'b']),
  key: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  amount_off: z.string(),
  fee_off: z.string(),
  tax_off: z.string(),
})
export type ShownRecord = z.infer<typeof ShownRecord> // prettier-ignore
