import { lastDue } from '#contract/recon-run-times.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { beginWantedRun } from '#server/recon-sources/want-runs.ts'
import { askRun } from './ask.ts'
import { dailyRun, resultsCheck, type OfPair } from './names.ts'
import { listPassed, lockPair } from './queries.ts'
import { daysOf, keepTimes } from './times.ts'

/** Begins what was wanted, once the last of a burst of changes is a minute old. */
export const beginWanted: Job<OfPair> = job<OfPair>({
  ...beginWantedRun,
  overdue: { key: 'msmId', list: (ctx, since) => listPassed(ctx, 'wanted_at', since) },
  async work(ctx, { msmId }) {
    const pair = await lockPair(ctx, msmId)
    if (!pair?.wanted_at || pair.wanted_at > ctx.now) return
    await askRun(ctx, pair, [])
  },
})

/** Begins the run of a working day with what is there, once, however many days have passed without a worker. */
export const beginDaily: Job<OfPair> = job<OfPair>({
  ...dailyRun,
  overdue: { key: 'msmId', list: (ctx, since) => listPassed(ctx, 'next_run_at', since) },
  async work(ctx, { msmId }) {
    const pair = await lockPair(ctx, msmId)
    if (!pair?.next_run_at || pair.next_run_at > ctx.now) return
    await askRun(ctx, { ...pair, next_run_at: null }, [{ kind: 'schedule', ref: '' }])
  },
})

/** Raises an alarm where the results of a working day are not there by their time: once, and of days without a worker for the last. */
export const checkResults: Job<OfPair> = job<OfPair>({
  ...resultsCheck,
  overdue: { key: 'msmId', list: (ctx, since) => listPassed(ctx, 'next_due_at', since) },
  async work(ctx, { msmId }) {
    const pair = await lockPair(ctx, msmId)
    if (!pair?.next_due_at || pair.next_due_at > ctx.now) return
    const { zone, isWorking } = await daysOf(ctx)
    const due = lastDue(ctx.now, zone, isWorking)
    await keepTimes(ctx, { ...pair, next_due_at: null })
    if (!due || due.due < pair.next_due_at || (await hasAnswer(ctx, msmId, due.day))) return
    const facts = { msm_id: String(msmId), source_a: pair.source_a, source_b: pair.source_b, day: due.day }
    await notify(ctx, 'recon_results_late', facts, { once: `${msmId} ${due.day}` })
  },
})

/** Whether a run that is for a day or a later one is done. Index: primary key. */
async function hasAnswer(ctx: Ctx, msmId: number, day: Day): Promise<boolean> {
  const found = await ctx.own
    .select('recon_runs')
    .select('run_no')
    .where('msm_id', '=', msmId)
    .where('status', '=', 'done')
    .where('as_of', '>=', day)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
