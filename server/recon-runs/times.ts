import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { nextDue, nextRun } from '#contract/recon-run-times.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'
import type { FoundPair } from '#server/recon-sources/keep-pairs.ts'
import { dailyRun, resultsCheck } from './names.ts'
import { changePair } from './queries.ts'

/** The zone and the working days that the daily runs of the owner stand on. */
export async function daysOf(ctx: Ctx) {
  const { time_zone: zone } = await merchantOf(ctx)
  return { zone, isWorking: (await workingDays(ctx)).isWorking }
}

/**
 * Sets when the next daily run of a pair begins and when its results are due, by the zone and calendar of now. A moment that has passed
 * stays: its job is still to come.
 */
export async function keepTimes(ctx: Ctx, pair: FoundPair): Promise<void> {
  const { zone, isWorking } = await daysOf(ctx)
  const stays = (moment: Date | null) => moment !== null && moment <= ctx.now
  const begins = stays(pair.next_run_at) ? pair.next_run_at : (nextRun(ctx.now, zone, isWorking)?.begins ?? null)
  const due = stays(pair.next_due_at) ? pair.next_due_at : (nextDue(ctx.now, zone, isWorking)?.due ?? null)
  await changePair(ctx, pair.msm_id, { next_run_at: begins, next_due_at: due })
  const msmId = pair.msm_id
  if (begins && begins.getTime() !== pair.next_run_at?.getTime()) ctx.enqueue(dailyRun, { msmId }, { after: begins })
  if (due && due.getTime() !== pair.next_due_at?.getTime()) ctx.enqueue(resultsCheck, { msmId }, { after: due })
}
