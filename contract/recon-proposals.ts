import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, list } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { proposalActs, proposalStates } from './recon-decision-shapes.ts'

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
    currency: { kind: 'text', shown: true },
    reason: { kind: 'text', shown: true },
    proposed_name: { kind: 'text', shown: true },
    proposed_at: { kind: 'time', shown: true },
    decided_name: { kind: 'text', shown: true },
    decided_at: { kind: 'time' },
    proposal_id: { kind: 'reference' },
  },
  filters: { state: choice(proposalStates.states), act: choice(proposalActs), currency: exactly(3, 'SGD') },
  phone: { head: ['act'], value: 'state', line: ['currency', 'proposed_at', 'proposed_name'] },
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
/** Takes back a proposal of one's own. */
export const withdrawReconProposal = call({
  at: 'POST /api/recon/proposals/{proposal_id}/withdraw',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional() }),
  answer: data(Proposal),
  access: 'reconData',
  faults: ['notFound', 'wrongState', 'denied'],
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
  z.object({ currency: z.string(), amount: z.string(), saved_by: z.string(), saved_at: timestamp }),
)
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
    /** A decimal text of major units. */
    amount: z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, { error: 'not_a_number' }).meta({ examples: ['5.00'] }),
  }),
  answer: data(Limits),
  access: 'reconApprove',
  stepUp: true,
  audit: 'recon-decision.limit',
  notice: 'Limit saved',
}) // prettier-ignore
