import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { FoundRun } from './queries.ts'

/** Tells people once of a run that has other exceptions than the answer before. Index: recon_outcomes_open. */
export async function tellDone(ctx: Ctx, run: FoundRun): Promise<void> {
  if (run.changed === 0) return
  const found = await ctx.own
    .select('recon_outcomes')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('msm_id', '=', run.msm_id)
    .where('until_run', '=', holds)
    .where('is_open', '=', true)
    .where('is_lead', '=', true)
    .executeTakeFirst()
  const exceptions = String(found?.count ?? 0)
  if (exceptions === '0') return
  await notify(ctx, 'recon_run_exceptions', { ...(await factsOf(ctx, run)), exceptions }, { once: run.run_id })
}
/** Of an outcome that holds now. */
export const holds = 2_147_483_647

export const tellFailed = async (ctx: Ctx, run: FoundRun): Promise<void> =>
  notify(ctx, 'recon_run_failed', await factsOf(ctx, run), { once: run.run_id })

async function factsOf(ctx: Ctx, { run_id, msm_id }: FoundRun) {
  const pair = await ctx.own
    .select('recon_pairs')
    .select(['source_a', 'source_b'])
    .where('msm_id', '=', msm_id)
    .executeTakeFirstOrThrow()
  return { run_id, ...pair }
}
