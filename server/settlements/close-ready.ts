import type { Ctx } from '#server/kit/ctx.ts'
import { close } from './close.ts'
import { existingSettlement, hasUnseen } from './queries.ts'

/**
 * Closes what a run has proven and has nothing open, where the merchant has switched that on. What was decided about meanwhile waits for the next
 * run. Index: settlements_ready.
 */
export async function closeReady(ctx: Ctx, { msmId, runNo }: { msmId: number; runNo: number }): Promise<void> {
  const { recon_closes_settlements: isOn } = await ctx.own
    .select('merchants')
    .select('recon_closes_settlements')
    .executeTakeFirstOrThrow()
  if (!isOn) return
  const ready = await ctx.own
    .select('settlements')
    .select(['settlement_id', 'version'])
    .where('msm_id', '=', msmId)
    .where('state', '=', 'proven')
    .where('open', '=', 0)
    .orderBy('last_on')
    .orderBy('settlement_id')
    .execute()
  for (const { settlement_id, version } of ready)
    if (!(await hasUnseen(ctx, await existingSettlement(ctx, settlement_id), runNo)))
      await close(ctx, settlement_id, { version, runNo, by: '', isByTwo: false })
}
