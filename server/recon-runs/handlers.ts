import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/recon-runs.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { keepPairs } from '#server/recon-sources/keep-pairs.ts'
import { askRun } from './ask.ts'
import { compareRuns } from './compare.ts'
import { listRuns } from './list.ts'
import { actOnRun, existingPair } from './queries.ts'
import { existingRun, runOrFirstOf, shownPairs, shownRun } from './show.ts'

export const runHandlers: Handlers<typeof contract> = {
  listReconPairs: shownPairs,
  listReconRuns: (ctx, { body }) => listRuns(ctx, body),
  readReconRun: async (ctx, { path }) => shownRun(ctx, await runOrFirstOf(ctx, path.id)),

  async startReconRun(ctx, { body }) {
    await keepPairs(ctx)
    const pair = await existingPair(ctx, body.msm_id, { lock: true })
    const run = await askRun(ctx, pair, [{ kind: 'hand', ref: '' }])
    ctx.auditSubject(run.run_id, madeAs({ data_source_a: pair.source_a, data_source_b: pair.source_b }))
    return shownRun(ctx, run)
  },

  async cancelReconRun(ctx, { path }) {
    const run = await existingRun(ctx, path.run_id)
    const isCancelled = await actOnRun(ctx, run, 'cancel', { stage: '', finished_at: ctx.now })
    if (!isCancelled) throw new Fault('wrongState', { why: `it is ${run.status}` })
    ctx.auditSubject(run.run_id, changesFrom({ status: run.status }, { status: 'cancelled' }))
    return shownRun(ctx, await existingRun(ctx, path.run_id))
  },

  compareReconRuns: (ctx, { path, body }) => compareRuns(ctx, path.run_id, body),
}
