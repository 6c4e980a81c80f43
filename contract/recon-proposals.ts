import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, list } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { proposalActs, proposalRefusals, proposalStates, staleReasons } from './recon-decision-shapes.ts'

const Proposal = z.object({
  proposal_id: z.string(),
  msm_id: z.int(),
  act: z.enum(proposalActs),
  state: z.enum(proposalStates.states),
  settlement_id: z.string().nullable(),
  currency: z.string(),
  reason: z.string(),
  /** The numbers that were shown; an approval is about these. */
  shown: z.record(z.string(), z.unknown()),
  /** SHA-256 over them. */
  digest: z.string(),
  proposed_name: z.string(),
  /** The caller proposed it, and may withdraw it. */
  is_own: z.boolean(),
  proposed_at: timestamp,
  decided_name: z.string(),
  decided_at: timestamp.nullable(),
  /** One administrator did what otherwise takes two. */
  is_lone: z.boolean(),
  remark: z.string(),
})
export type ReconProposal = z.input<typeof Proposal>

export const reconProposalList = list({
  columns: {
    act: { kind: 'text', shown: true, words: 'proposalActs' },
    state: { kind: 'status', shown: true, words: 'states.reconProposal' },
    shown: { kind: 'number', exact: true, shown: true },
    currency: { kind: 'text' },
    reason: { kind: 'text', shown: true },
    proposed_name: { kind: 'text', shown: true },
    proposed_at: { kind: 'time', shown: true },
    decided_name: { kind: 'text', shown: true },
    decided_at: { kind: 'time' },
    proposal_id: { kind: 'reference' },
  },
  filters: {
    state: choice(proposalStates.states),
    act: choice(proposalActs),
    currency: exactly(3, 'SGD'),
    settlement_id: exactly(36, '0190c3f0-6c7e-7c3a-8f5e-3a1d5b1c9e70'),
  },
  phone: { head: ['act'], value: 'state', line: ['shown', 'proposed_at', 'proposed_name'] },
  sorts: ['proposed_at'],
})

/** What waits for a second person, and what became of it, newest first. */
export const listReconProposals = call({
  at: 'POST /api/recon/proposals/list',
  body: reconProposalList.body,
  answer: page(Proposal),
  access: 'reconData',
})

const ofOne = { params: { proposal_id: ref('reconProposal') } } as const
const remark = text(500, 0).optional()

/** Approves what somebody else has proposed, on the numbers whose digest is sent. What has changed since is stale. */
export const approveReconProposal = call({
  at: 'POST /api/recon/proposals/{proposal_id}/approve',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional(), digest: text(64), remark }),
  answer: data(Proposal),
  access: 'reconApprove',
  stepUp: true,
  faults: ['notFound', 'wrongState', 'proposalStale', 'ownProposal', 'settlementState'],
  audit: 'recon-decision.approve',
  notice: 'Approved',
})
export const rejectReconProposal = call({
  at: 'POST /api/recon/proposals/{proposal_id}/reject',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional(), remark }),
  answer: data(Proposal),
  access: 'reconApprove',
  faults: ['notFound', 'wrongState', 'ownProposal'],
  audit: 'recon-decision.reject',
  notice: 'Rejected',
})

/** Some proposals, each with the digest of the numbers that were seen, or all that a filter found before a time. */
const several = {
  environment: environment.optional(),
  proposals: z
    .array(z.strictObject({ proposal_id: ref('reconProposal'), digest: text(64) }))
    .min(1)
    .max(limits.reconDecidedAtOnce, { error: 'too_many' })
    .optional(),
  filters: reconProposalList.body.shape.filters,
  /** When what the filter finds was seen: what was proposed in that second or later is left alone. Goes with `filters`. */
  seen_at: timestamp.optional(),
  remark,
}
const why = <const Reasons extends readonly [string, ...string[]]>(reasons: Reasons) =>
  z.array(z.object({ proposal_id: z.string(), reason: z.enum(reasons) }))

/**
 * Approves several proposals at once, up to 5,000: each that somebody else has proposed and whose numbers are those that were seen. Whether
 * one is done does not depend on the others.
 */
export const approveReconProposals = call({
  at: 'POST /api/recon/proposals/approve',
  body: z.strictObject(several),
  answer: data(z.object({ approved: z.int(), stale: why(staleReasons), refused: why(proposalRefusals) })),
  access: 'reconApprove',
  stepUp: true,
  repeat: 'required',
  faults: ['notFound'],
  audit: 'recon-decision.approve-several',
  notice: 'Approved',
})
/** Rejects several proposals of others at once, in the same way. */
export const rejectReconProposals = call({
  at: 'POST /api/recon/proposals/reject',
  body: z.strictObject(several),
  answer: data(z.object({ rejected: z.int(), stale: why(staleReasons), refused: why(proposalRefusals) })),
  access: 'reconApprove',
  stepUp: true,
  repeat: 'required',
  faults: ['notFound'],
  audit: 'recon-decision.reject-several',
  notice: 'Rejected',
})
/** Takes back a proposal of one's own. */
export const withdrawReconProposal = call({
  at: 'POST /api/recon/proposals/{proposal_id}/withdraw',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional() }),
  answer: data(Proposal),
  access: 'reconData',
  faults: ['notFound', 'wrongState'],
  audit: 'recon-decision.withdraw',
  notice: 'Withdrawn',
})

/** Proposes to close a settlement that is not proven, or to reopen a closed one. */
export const proposeSettlement = call({
  at: 'POST /api/recon/settlements/{settlement_id}/propose',
  params: { settlement_id: ref('settlement') },
  body: z.strictObject({
    environment: environment.optional(),
    act: z.enum(['close_settlement', 'reopen_settlement']),
    reason: text(500),
  }),
  answer: data(Proposal),
  access: 'reconData',
  faults: ['settlementUnknown', 'settlementState', 'wrongState'],
  audit: 'recon-decision.propose',
  notice: 'Proposed',
})

const Limits = z.array(
  z.object({
    currency: z.string(),
    amount: z.string(),
    /** People are told when there are more open exceptions, or these come to more; null where they are not. */
    notice_count: z.int().nullable(),
    notice_amount: z.string().nullable(),
    saved_by: z.string(),
    saved_at: timestamp,
  }),
)
const decimal = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, { error: 'not_a_number' }).meta({ examples: ['5.00'] }) // prettier-ignore
/** The differences below which one person suffices. A currency without one has 0. */
export const readDecisionLimits = call({
  at: 'GET /api/recon/decision-limits',
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(Limits),
  access: 'reconAny',
})
export const saveDecisionLimit = call({
  at: 'POST /api/recon/decision-limits',
  body: z.strictObject({
    environment: environment.optional(),
    currency: z.string().regex(/^[A-Z]{3}$/, { error: 'not_a_currency' }).meta({ examples: ['SGD'] }),
    /** A decimal text of major units, as is that of `notice_amount`. What is left out stays as it is. */
    amount: decimal.optional(),
    /** Above how many open exceptions people are told; null not to be. */
    notice_count: z.int({ error: 'not_a_number' }).min(0, { error: 'too_small' }).max(1_000_000, { error: 'too_big' }).nullable().optional(),
    /** Above which sum of them. */
    notice_amount: decimal.nullable().optional(),
  }),
  answer: data(Limits),
  access: 'reconApprove',
  stepUp: true,
  audit: 'recon-decision.limit',
  notice: 'Limit saved',
}) // prettier-ignore
