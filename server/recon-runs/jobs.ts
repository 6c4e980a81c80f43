import type { Job } from '#server/kit/jobs/jobs.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { beginRun } from './begin.ts'
import { reconciliation, type OfPair } from './names.ts'
import { actOnRun, changeRunning, findRun, listUnderWay, type FoundRun } from './queries.ts'
import { tellDone, tellFailed } from './tell.ts'
import { watched } from './watch.ts'
import { workOut, type WorkParts } from './work-out/work-out.ts'

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
    else await transaction((ctx) => tellDone(ctx, run.run_id))
  },
}
const turnMs = 2_000

/** Works out a run to its end. Throws when it could not be, and another try may help. */
async function worked(parts: WorkParts, run: FoundRun): Promise<'ended' | 'busy'> {
  const { transaction, services, signal } = parts
  try {
    const ended = await watched(parts, run, (until) => workOut({ ...parts, signal: until }, run))
    if (ended === 'busy') await letGo(transaction, run)
    return ended === 'busy' ? 'busy' : 'ended'
  } catch (error) {
    const present = await transaction((ctx) => findRun(ctx, run.run_id))
    // Whoever cancelled it has ended it; another worker that took it over goes on.
    if (present?.status !== 'running' || present.tries !== run.tries) return 'ended'
    if (signal.aborted || run.tries < triesMost) {
      await letGo(transaction, run)
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

/** The next worker need not wait for this one. */
const letGo = (transaction: InTransaction, run: FoundRun) =>
  transaction((ctx) => changeRunning(ctx, run, { alive_at: null }))
