import { sql, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
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

/** The pairs of some proposals. */
export async function pairsOf(ctx: Ctx, ids: readonly string[]): Promise<number[]> {
  const rows = await ctx.own.select('recon_proposals').select('msm_id').distinct().where(areOf(ids)).execute()
  return rows.map(({ msm_id }) => msm_id)
}
/** Some proposals, locked in order. Those that there are not are left out. */
export const lockProposals = (ctx: Ctx, ids: readonly string[]): Promise<FoundProposal[]> =>
  ctx.own.select('recon_proposals').selectAll().where(areOf(ids)).orderBy('proposal_id').forUpdate().execute()
const areOf = (ids: readonly string[]) => sql<SqlBool>`proposal_id = any (${ids.filter(isUuid)}::uuid[])`

/** Ends those that wait, in the name of the caller, and returns them. Who approves a proposal of their own did it alone. */
export async function endProposals(ctx: Ctx, ids: readonly string[], action: 'approve' | 'reject' | 'withdraw', remark: string): Promise<FoundProposal[]> {
  if (ids.length === 0) return []
  const { from, to } = proposalStates.actions[action]
  const subUserId = actingUser(ctx)
  return ctx.own
    .update('recon_proposals')
    .set({ remark, state: to, decided_by: subUserId, decided_name: ctx.actor.name, decided_at: ctx.now })
    .set('is_lone', action === 'approve' ? sql<boolean>`proposed_by = ${subUserId}` : false)
    .where(areOf(ids))
    .where('state', 'in', [...from])
    .returningAll()
    .execute() as Promise<FoundProposal[]>
} // prettier-ignore

/** Something that proposals showed has changed. */
export const markStale = (ctx: Ctx, ids: readonly string[]) =>
  ctx.own
    .update('recon_proposals')
    .set({ state: proposalStates.actions.outdate.to, decided_at: ctx.now })
    .where(areOf(ids))
    .where('state', '=', 'proposed')

/** What waits for a second person: of some matches and settlements, or all of a pair. Index: recon_proposals_waiting. */
export function waitingOf(ctx: Ctx, of: readonly Subject[] | { msmId: number }): Promise<FoundProposal[]> {
  const waiting = ctx.own.select('recon_proposals').selectAll().where('state', '=', 'proposed')
  if ('msmId' in of) return waiting.where('msm_id', '=', of.msmId).execute()
  const [pairs, groups, settlements] = [of.map(({ msmId }) => msmId), of.map(({ groupId }) => groupId), of.map(({ settlementId }) => settlementId)]
  return waiting
    .where(sql<SqlBool>`msm_id = any (${pairs}::integer[]) and (group_id = any (${groups}::uuid[]) or settlement_id = any (${settlements}::uuid[]))`)
    .execute()
} // prettier-ignore
interface Subject {
  msmId: number
  groupId: string | null
  settlementId: string | null
}

const proposals = {
  table: 'recon_proposals',
  rows: build.selectFrom('recon_proposals').selectAll().compile(),
  sorts: { proposed_at: { column: 'proposed_at', key: 'proposed_at', type: 'timestamptz' } },
  ref: { column: '(proposal_id::text collate "C")', key: 'proposal_id' },
} satisfies ListOf<object>

type Filters = NonNullable<Input<typeof contract.listReconProposals>['body']['filters']>
const conditionsOf = ({ state, act, currency, settlement_id: settlement }: Filters) => [
  ...(state ? [oneOf('state', state)] : []),
  ...(act ? [oneOf('act', act)] : []),
  ...(currency ? [sql<boolean>`currency = ${currency}`] : []),
  ...(settlement ? [isUuid(settlement) ? sql<boolean>`settlement_id = ${settlement}` : sql<boolean>`false`] : []),
]

/** A part of what was written, or of who proposed it, in any case. */
const sought = (search = '') =>
  search === '' ? [] : [sql<boolean>`position(lower(${search}) in lower(reason || ' ' || proposed_name)) > 0`]

/** Index: recon_proposals_newest. */
export async function listProposals(ctx: Ctx, request: Input<typeof contract.listReconProposals>['body']): Promise<Output<typeof contract.listReconProposals>> {
  const page = await pageOf(ctx, proposals, request, [...conditionsOf(request.filters ?? {}), ...sought(request.search)])
  return { ...page, content: page.content.map((row) => shownProposal(ctx, row)) }
} // prettier-ignore

/** What waits and fits, as it was proposed before a time: since then nothing that it shows has changed. More than 5,000 are refused. */
export async function listSeen(ctx: Ctx, filters: Filters, before: Date): Promise<Pick<FoundProposal, 'proposal_id' | 'digest'>[]> {
  let found = ctx.own.select('recon_proposals').select(['proposal_id', 'digest']).where('state', '=', 'proposed').where('proposed_at', '<', before)
  for (const condition of conditionsOf(filters)) found = found.where(condition)
  const rows = await found.limit(limits.reconDecidedAtOnce + 1).execute()
  if (rows.length > limits.reconDecidedAtOnce) throw fieldFault('invalidRequest', 'filters', 'too_many')
  return rows
} // prettier-ignore

export const shownProposal = (ctx: Ctx, { proposed_by: proposer, ...proposal }: FoundProposal): Output<typeof contract.approveReconProposal> => {
  const { merchant_id: _, environment: _environment, group_id: _group, records: _records, decided_by: _decider, ...row } = proposal
  return { ...row, is_own: proposer === ctx.user?.subUserId }
} // prettier-ignore
