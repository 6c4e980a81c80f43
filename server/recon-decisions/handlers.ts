import type * as exceptions from '#contract/recon-exceptions.ts'
import type * as proposals from '#contract/recon-proposals.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { act, matchRecords } from './act.ts'
import { approve, approveSeveral, reject, rejectSeveral, withdraw } from './approve.ts'
import { askProvider } from './ask-provider.ts'
import { listExceptions, readException } from './exceptions.ts'
import { lift } from './lift.ts'
import { readLimits, saveLimit } from './decision-limits.ts'
import { listProposals, shownProposal } from './proposals.ts'
import { proposeSettlement } from './propose-settlement.ts'
import { sumExceptions } from './sums.ts'

export const exceptionHandlers: Handlers<typeof exceptions> = {
  listReconExceptions: (ctx, { body }) => listExceptions(ctx, body),
  sumReconExceptions: (ctx, { body }) => sumExceptions(ctx, body),
  readReconException: (ctx, { path }) => readException(ctx, path.record_ref),
  actOnExceptions: (ctx, { body }) => act(ctx, body),
  matchReconRecords: (ctx, { body }) => matchRecords(ctx, body),
  liftReconDecision: (ctx, { path }) => lift(ctx, path.decision_id),
  askProvider: (ctx, { body }) => askProvider(ctx, body),
}

export const proposalHandlers: Handlers<typeof proposals> = {
  listReconProposals: (ctx, { body }) => listProposals(ctx, body),
  approveReconProposal: async (ctx, { path, body }) => shownProposal(ctx, await approve(ctx, path.proposal_id, body)),
  rejectReconProposal: async (ctx, { path, body }) => shownProposal(ctx, await reject(ctx, path.proposal_id, body.remark ?? '')),
  approveReconProposals: (ctx, { body }) => approveSeveral(ctx, body),
  rejectReconProposals: (ctx, { body }) => rejectSeveral(ctx, body),
  withdrawReconProposal: async (ctx, { path }) => shownProposal(ctx, await withdraw(ctx, path.proposal_id)),
  proposeSettlement: async (ctx, { path, body }) => shownProposal(ctx, await proposeSettlement(ctx, path.settlement_id, body)),
  readDecisionLimits: readLimits,
  saveDecisionLimit: (ctx, { body }) => saveLimit(ctx, body),
} // prettier-ignore
