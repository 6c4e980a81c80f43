import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'

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
