import { sql } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { proposalStates } from '#contract/recon-decision-shapes.ts'
import type * as contract from '#contract/recon-proposals.ts'
import { actingUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { build } from '#server/kit/db/statements.ts'
import { oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'

const find = (ctx: Ctx, id: string) => ctx.own.select('recon_proposals').selectAll().where('proposal_id', '=', id)
export type FoundProposal = NonNullable<Awaited<ReturnType<ReturnType<typeof find>['executeTakeFirst']>>>

/** Throws `notFound`. */
export async function existingProposal(ctx: Ctx, id: string): Promise<FoundProposal> {
  const found = isUuid(id) ? await find(ctx, id).executeTakeFirst() : undefined
  if (!found) throw new Fault('notFound')
  return found
}

/** Ends a proposal that waits. Throws `wrongState` when it waits no more. */
export async function changeProposal(
  ctx: Ctx,
  { proposal_id: id }: FoundProposal,
  action: 'approve' | 'reject' | 'withdraw',
  changes: { remark: string; is_lone?: boolean },
): Promise<FoundProposal> {
  const { from, to } = proposalStates.actions[action]
  const changed = await ctx.own
    .update('recon_proposals')
    .set({ ...changes, state: to, decided_by: actingUser(ctx), decided_name: ctx.actor.name, decided_at: ctx.now })
    .where('proposal_id', '=', id)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new Fault('wrongState', { why: 'it waits no more' })
  return changed as FoundProposal
} // prettier-ignore

/** Something that a proposal showed has changed. */
export const markStale = (ctx: Ctx, id: string) =>
  ctx.own
    .update('recon_proposals')
    .set({ state: 'stale', decided_at: ctx.now })
    .where('proposal_id', '=', id)
    .where('state', '=', 'proposed')

const proposals = {
  table: 'recon_proposals',
  rows: build.selectFrom('recon_proposals').selectAll().compile(),
  sorts: { proposed_at: { column: 'proposed_at', key: 'proposed_at', type: 'timestamptz' } },
  ref: { column: '(proposal_id::text collate "C")', key: 'proposal_id' },
} satisfies ListOf<object>

/** Index: recon_proposals_newest. */
export async function listProposals(ctx: Ctx, request: Input<typeof contract.listReconProposals>['body']): Promise<Output<typeof contract.listReconProposals>> {
  const { filters: { state, act, currency } = {} } = request
  const page = await pageOf(ctx, proposals, request, [
    ...(state ? [oneOf('state', state)] : []),
    ...(act ? [oneOf('act', act)] : []),
    ...(currency ? [sql<boolean>`currency = ${currency}`] : []),
  ])
  return { ...page, content: page.content.map(shownProposal) }
} // prettier-ignore

export const shownProposal = ({
  merchant_id: _, environment: _environment, group_id: _group, records: _records, proposed_by: _proposer, decided_by: _decider, ...row
}: FoundProposal) => row // prettier-ignore
