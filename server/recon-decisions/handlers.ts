import { Fault } from '#contract/faults.ts'
import type * as exceptions from '#contract/recon-exceptions.ts'
import type * as proposals from '#contract/recon-proposals.ts'
import type { Output } from '#contract/kit/call.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { shortest } from '#server/recon-files/show.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { act, matchRecords } from './act.ts'
import { approve, approveSeveral, reject, rejectSeveral, withdraw } from './approve.ts'
import { askProvider } from './ask-provider.ts'
import { listExceptions, readException, shownDecision } from './exceptions.ts'
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
  askProvider: (ctx, { path, body }) => askProvider(ctx, path.record_ref, body),
}

export const proposalHandlers: Handlers<typeof proposals> = {
  listReconProposals: (ctx, { body }) => listProposals(ctx, body),
  approveReconProposal: async (ctx, { path, body }) => shownProposal(ctx, await approve(ctx, path.proposal_id, body)),
  rejectReconProposal: async (ctx, { path, body }) => shownProposal(ctx, await reject(ctx, path.proposal_id, body.remark ?? '')),
  approveReconProposals: (ctx, { body }) => approveSeveral(ctx, body),
  rejectReconProposals: (ctx, { body }) => rejectSeveral(ctx, body),
  withdrawReconProposal: async (ctx, { path }) => shownProposal(ctx, await withdraw(ctx, path.proposal_id)),
  proposeSettlement: async (ctx, { path, body }) => shownProposal(ctx, await proposeSettlement(ctx, path.settlement_id, body)),
  readDecisionLimits: limitsOf,
  async saveDecisionLimit(ctx, { body: { currency, amount } }) {
    const before = (await limitsOf(ctx)).find((one) => one.currency === currency)?.amount ?? '0'
    const saved = { amount, saved_by: ctx.actor.name, saved_at: ctx.now }
    await ctx.own
      .insert('recon_decision_limits', { currency, ...saved })
      .onConflict((on) => on.columns(['merchant_id', 'environment', 'currency']).doUpdateSet(saved))
      .execute()
    ctx.auditSubject(currency, changesFrom({ amount: before }, { amount }))
    return limitsOf(ctx)
  },
} // prettier-ignore

async function limitsOf(ctx: Ctx): Promise<Output<typeof proposals.readDecisionLimits>> {
  const rows = await ctx.own.select('recon_decision_limits').selectAll().orderBy('currency').execute()
  return rows.map(({ currency, amount, saved_by, saved_at }) => ({ currency, amount: shortest(amount), saved_by, saved_at }))
} // prettier-ignore

/** Takes a decision back. What it wrote off of a closed settlement is posted, and stays. */
async function lift(ctx: Ctx, id: string): Promise<Output<typeof exceptions.liftReconDecision>> {
  const found = isUuid(id) ? await ctx.own.select('recon_decisions').selectAll().where('decision_id', '=', id).executeTakeFirst() : undefined
  if (!found) throw new Fault('notFound')
  const lifted = await ctx.own
    .update('recon_decisions')
    .set({ lifted_by: ctx.actor.name, lifted_at: ctx.now })
    .where('decision_id', '=', id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!lifted) throw new Fault('wrongState', { why: 'it is lifted already' })
  await wantRuns(ctx, { pairs: [found.msm_id] }, { kind: 'decision', ref: id })
  ctx.auditSubject(id, changesFrom({ lifted_by: '' }, { lifted_by: ctx.actor.name }))
  return shownDecision(lifted)
} // prettier-ignore
