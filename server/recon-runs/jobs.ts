import type { Ctx } from '#server/kit/ctx.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { outdate } from '#server/recon-decisions/present.ts'
import { waitingOf } from '#server/recon-decisions/proposals.ts'
import { beginRun } from './begin.ts'
import { reconciliation, type OfPair } from './names.ts'
import { actOnRun, changeRunning, findRun, listUnderWay, lockPair, type FoundRun } from './queries.ts'
import { tellDone, tellFailed } from './tell.ts'
import { tellAbove, tellLate } from './tell-open.ts'
import { HeavyTurnTaken } from './turn.ts'
import { watched } from './watch.ts'
import { workOut, type WorkOutParts } from './work-out/work-out.ts'

/**
 * Works out a pair. All that a run says appears in one commit with the end of the run: a worker that dies leaves the former answer, and
 * the next one begins anew.
 */
export const runReconciliation: Job<OfPair> = {
  kind: 'effect',
  ...reconciliation,
  parallel: 1,
  longestSeconds: 3_600,
  overdue: { key: 'msmId', list: listUnderWay },
  async run({ transaction, loads, services, now, signal }, { msmId, merchantId, environment }) {
    const run = await transaction((ctx) => beginRun(ctx, msmId))
    if (run === null) return
    const parts = { transaction, loads, services, now, owner: { merchantId, environment } }
    if (run === 'busy' || (await worked({ ...parts, signal }, run)) === 'busy')
      await transaction(async (ctx) =>
        ctx.enqueue(reconciliation, { msmId }, { after: new Date(ctx.now.getTime() + turnMs) }),
      )
    else await transaction((ctx) => afterRun(ctx, run))
  },
}
const turnMs = 2_000

/** Once an answer is there, proposals whose numbers it has changed are stale, and people are told of what is open. */
async function afterRun(ctx: Ctx, { run_id: runId, msm_id: msmId }: FoundRun): Promise<void> {
  const run = await findRun(ctx, runId)
  if (run?.status !== 'done') return
  await lockPair(ctx, msmId)
  await outdate(ctx, await waitingOf(ctx, { msmId }))
  await tellDone(ctx, run)
  await tellLate(ctx, run)
  await tellAbove(ctx)
}

/** Works out a run to its end. Throws when it could not be, and another try may help. */
async function worked(parts: WorkOutParts, run: FoundRun): Promise<'ended' | 'busy'> {
  const { transaction, services, signal } = parts
  try {
    await watched(parts, run, (until) => workOut({ ...parts, signal: until }, { msmId: run.msm_id, runNo: run.run_no }))
    return 'ended'
  } catch (error) {
    const present = await transaction((ctx) => findRun(ctx, run.run_id))
    // Whoever cancelled it has ended it; another worker that took it over goes on.
    if (present?.status !== 'running' || present.tries !== run.tries) return 'ended'
    if (error instanceof HeavyTurnTaken || signal.aborted || run.tries < triesMost) {
      // The next worker need not wait for this one.
      await transaction((ctx) => changeRunning(ctx, run, { alive_at: null }))
      if (error instanceof HeavyTurnTaken) return 'busy'
      throw error
    }
    services.log.warn({ err: error, run_id: run.run_id }, 'a reconciliation was not worked out')
    await transaction(async (ctx) => {
      const failed = { reason: 'could_not_work_out', stage: '', finished_at: ctx.now }
      if (await actOnRun(ctx, run, 'fail', failed)) await tellFailed(ctx, run)
    })
    return 'ended'
  }
}
const triesMost = 3
