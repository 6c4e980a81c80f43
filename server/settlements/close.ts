import { Fault } from '#contract/faults.ts'
import { settlementStates } from '#contract/settlement-states.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { moveOpenBack, moveOpenFrom } from './open-from.ts'
import { postClosing, postReopening } from './post.ts'
import { tellApart } from './posting-lines.ts'
import { hasWords, markClosed, unmarkReopened } from './psp-settled.ts'
import { existingSettlement, hasUnseen, lockSettlement, type FoundSettlement } from './queries.ts'
import { holds } from './sums.ts'
import { holdToldUploads, releaseToldUploads, toldUploadsOf } from './told-uploads.ts'

/** How a settlement is closed: on which numbers, by whom, and whether two people have agreed to one that is not proven. */
export interface Closing {
  version: number
  /** The run whose answer is frozen, where that is not the pair's yet. */
  runNo?: number
  by: string
  isByTwo: boolean
}

/**
 * Closes a settlement in the caller's transaction: freezes its records, posts its money, and notes what stays in suspense. Throws
 * `settlementState` when it has changed since `version`, when no run has seen a decision about it, or when it may not be closed like this.
 */
export async function close(ctx: Ctx, settlementId: string, { version, runNo, by, isByTwo }: Closing): Promise<FoundSettlement> {
  const settlement = await lockSettlement(ctx, settlementId)
  const isAllowed = settlementStates.can(settlement.state, 'close') || (isByTwo && settlementStates.can(settlement.state, 'closeUnproven'))
  if (!isAllowed) throw new Fault('settlementState', { why: `it is ${settlement.state}` })
  if (settlement.version !== version) throw new Fault('settlementState', { why: 'it has changed meanwhile' })
  if (await hasUnseen(ctx, settlement, runNo)) throw new Fault('settlementState', { why: 'decisions about it wait for the next run' })
  const closing = settlement.closings + 1
  const isWithWords = settlement.is_booked && (await hasWords(ctx))
  await tellApart(ctx, settlement, { isWithWords })
  await freeze(ctx, settlement)
  await holdToldUploads(ctx, settlementId)
  if (isWithWords) await markClosed(ctx)
  const rates = settlement.is_booked ? await postClosing(ctx, settlement, closing) : {}
  await change(ctx, settlement, { state: 'closed', closings: closing, rates: JSON.stringify(rates), closed_at: ctx.now, closed_by: by, restated_at: null })
  await moveOpenFrom(ctx, settlement.msm_id)
  return existingSettlement(ctx, settlementId)
} // prettier-ignore

/**
 * Reopens a closed settlement in the caller's transaction: posts the reverse of what is posted of it, and lets go of its records. Throws
 * `settlementState` when it is not closed, or when a later closing has counted its lines: that one is reopened first.
 */
export async function reopen(ctx: Ctx, settlementId: string): Promise<FoundSettlement> {
  const settlement = await lockSettlement(ctx, settlementId)
  if (!settlementStates.can(settlement.state, 'reopen'))
    throw new Fault('settlementState', { why: `it is ${settlement.state}` })
  const [later] = await ctx.tx.query<{ ended_by: string }>(
    `select d.ended_by from settlement_differences d where d.merchant_id = $1 and d.environment = $2 and d.settlement_id = $3
     and d.closing = $4 and d.ended_by like 'settlement:%' limit 1`,
    [...ownerOf(ctx), settlementId, settlement.closings],
  )
  if (later) throw new Fault('settlementState', { why: `${later.ended_by} has counted its lines` })
  if (settlement.is_booked) await postReopening(ctx, settlementId, settlement.closings)
  await ctx.tx.query(
    `update settlement_differences set ended_by = case when settlement_id = $3 then 'reopened' else '' end
     where merchant_id = $1 and environment = $2 and (settlement_id = $3 and ended_by = '' or ended_by = $4)`,
    [...ownerOf(ctx), settlementId, `settlement:${settlementId}:${settlement.closings}`],
  )
  if (settlement.is_booked && (await hasWords(ctx))) await unmarkReopened(ctx, settlementId)
  const uploads = await toldUploadsOf(ctx, settlementId)
  const [freed] = await ctx.tx.query<{ day: string | null }>(
    `with freed as (update recon_outcomes set settlement_id = null where merchant_id = $1 and environment = $2 and settlement_id = $3
       returning day)
     select min(day)::text as day from freed`,
    [...ownerOf(ctx), settlementId],
  )
  await releaseToldUploads(ctx, uploads)
  await change(ctx, settlement, { state: 'reopened', closed_at: null, closed_by: '', restated_at: null })
  await moveOpenBack(ctx, settlement.msm_id, freed?.day ?? null)
  return existingSettlement(ctx, settlementId)
}

const ownerOf = ({ owner }: Ctx): [string, string] => [owner.merchantId, owner.environment]

async function change(ctx: Ctx, { settlement_id, version }: FoundSettlement, changes: Updateable<Tables['settlements']>): Promise<void> {
  await ctx.own
    .update('settlements')
    .set({ ...changes, version: version + 1, updated_at: ctx.now })
    .where('settlement_id', '=', settlement_id)
    .execute()
} // prettier-ignore

/** The lines of the settlement, and all records of the matches that end with it. No run changes them any more. */
async function freeze(ctx: Ctx, { settlement_id, msm_id }: FoundSettlement): Promise<void> {
  await ctx.tx.query(
    `update recon_outcomes o set settlement_id = $4 from (
       select m.side, m.key from closing_members m join closing_matches c on c.group_id = m.group_id where not c.waits
       union select 'b', l.key from closing_lines l left join closing_matches c on c.group_id = l.group_id and l.is_party
         where c.waits is not true) r
     where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = r.side and o.key = r.key and o.${holds}`,
    [...ownerOf(ctx), msm_id, settlement_id],
  )
}
