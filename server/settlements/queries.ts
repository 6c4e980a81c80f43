import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { holds, settledIn } from './sums.ts'

const find = (ctx: Ctx, settlementId: string) =>
  ctx.own.select('settlements').selectAll().where('settlement_id', '=', settlementId)
export type FoundSettlement = NonNullable<Awaited<ReturnType<ReturnType<typeof find>['executeTakeFirst']>>>

/** Those of some ids that there are. Index: primary key. */
export const listSettlementsOf = (ctx: Ctx, ids: readonly string[]): Promise<FoundSettlement[]> =>
  ctx.own
    .select('settlements')
    .selectAll()
    .where(sql<boolean>`settlement_id = any (${ids}::uuid[])`)
    .execute()

/** A settlement by its id. Throws `settlementUnknown`. */
export async function existingSettlement(ctx: Ctx, settlementId: string): Promise<FoundSettlement> {
  const found = isUuid(settlementId) ? await find(ctx, settlementId).executeTakeFirst() : undefined
  if (!found) throw new Fault('settlementUnknown')
  return found
}

/**
 * The same, for changing it: its pair is locked first, so that a run and closings of a pair happen one after the other, and the run that began
 * before a closing sees by `closings` that there was one.
 */
export async function lockSettlement(ctx: Ctx, settlementId: string): Promise<FoundSettlement> {
  const { msm_id } = await existingSettlement(ctx, settlementId)
  await ctx.own
    .update('recon_pairs')
    .set({ closings: sql`closings + 1` })
    .where('msm_id', '=', msm_id)
    .execute()
  return existingSettlement(ctx, settlementId)
}

/**
 * Whether something was decided or lifted about a settlement's lines that a run has not seen: the pair's answer, unless another is named. What
 * is frozen then would not be what people have decided. Indexes: recon_decisions_newest, recon_decisions_lifted.
 */
export async function hasUnseen(ctx: Ctx, { msm_id, data_source, batch, account, currency }: FoundSettlement, runNo?: number): Promise<boolean> {
  const { merchantId, environment } = ctx.owner
  const found = await ctx.tx.query(
    `select 1 as one from recon_pairs p
       join recon_runs r on r.merchant_id = $1 and r.environment = $2 and r.msm_id = p.msm_id and r.run_no = coalesce($4::integer, p.answer_run)
       join recon_decisions d on d.merchant_id = $1 and d.environment = $2 and d.msm_id = p.msm_id and (d.decided_at >= r.begun_at or d.lifted_at >= r.begun_at)
       join recon_decision_records k on k.merchant_id = $1 and k.environment = $2 and k.decision_id = d.decision_id and k.side = 'b'
       join recon_outcomes o on o.merchant_id = $1 and o.environment = $2 and o.msm_id = p.msm_id and o.side = k.side and o.key = k.key and o.${holds}
     where p.merchant_id = $1 and p.environment = $2 and p.msm_id = $3 and o.data_source = $5 and o.batch = $6 and o.account_id = $7
       and ${settledIn('o')} = $8 limit 1`,
    [merchantId, environment, msm_id, runNo ?? null, data_source, batch, account, currency],
  )
  return found.length > 0
} // prettier-ignore
