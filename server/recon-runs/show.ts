import { sql, type SqlBool } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { listReconPairs, readReconRun } from '#contract/recon-runs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { listPairs, type FoundPair } from '#server/recon-sources/keep-pairs.ts'
import { findRun, type FoundRun } from './queries.ts'

/** The pairs of the owner by their numbers, read once for the rows of a page. */
export const pairsByNumber = async (ctx: Ctx): Promise<ReadonlyMap<number, FoundPair>> =>
  new Map((await listPairs(ctx)).map((pair) => [pair.msm_id, pair]))

/** What lists show of a run. */
export function shownRow(run: FoundRun, pairs: ReadonlyMap<number, FoundPair>) {
  const pair = pairs.get(run.msm_id)
  if (!pair) throw new Error(`a run without its pair ${run.msm_id}`)
  return {
    run_id: run.run_id,
    msm_id: run.msm_id,
    run_no: run.run_no,
    leg: pair.leg,
    data_source_a: pair.source_a,
    data_source_b: pair.source_b,
    status: run.status,
    stage: run.stage,
    causes: run.causes,
    as_of: run.as_of,
    rows_done: run.rows_done,
    rows_all: run.rows_all,
    changed: run.changed,
    digest: run.digest,
    is_answer: run.run_no === pair.answer_run,
    asked_by: run.asked_by,
    asked_at: run.asked_at,
    begun_at: run.begun_at,
    finished_at: run.finished_at,
  }
}

/** All that is known of a run. */
export const shownRun = async (ctx: Ctx, run: FoundRun): Promise<Output<typeof readReconRun>> => ({
  ...shownRow(run, await pairsByNumber(ctx)),
  rules_version: run.rules_version,
  tolerance: Number(run.tolerance),
  totals: run.totals,
  reason: run.reason,
})

/** A run by its id. Throws `notFound`. */
export async function existingRun(ctx: Ctx, runId: string): Promise<FoundRun> {
  const run = await findRun(ctx, runId)
  if (!run) throw new Fault('notFound')
  return run
}

/** A run by its id, or the first one that used a file. Throws `notFound`, or `reconInProgress` while no run has used the file yet. */
export async function runOrFirstOf(ctx: Ctx, id: string): Promise<FoundRun> {
  const run = await findRun(ctx, id)
  if (run) return run
  const file = isUuid(id)
    ? await ctx.own
        .select('recon_files')
        .select(['data_source', 'status', 'finished_at'])
        .where('recon_id', '=', id)
        .executeTakeFirst()
    : undefined
  if (file?.status !== 'Success' && file?.status !== 'Initiated') throw new Fault('notFound')
  const numbers = (await listPairs(ctx))
    .filter(({ source_a, source_b }) => [source_a, source_b].includes(file.data_source))
    .map(({ msm_id }) => msm_id)
  if (numbers.length === 0) throw new Fault('notFound')
  const loadedAt = file.status === 'Success' ? file.finished_at : null
  const first = loadedAt && (await firstAfter(ctx, numbers, loadedAt))
  if (!first) throw new Fault('reconInProgress')
  return first
}

/** The first run of some pairs that began after a moment and is done. */
const firstAfter = (ctx: Ctx, numbers: readonly number[], moment: Date) =>
  ctx.own
    .select('recon_runs')
    .selectAll()
    .where('msm_id', 'in', numbers)
    .where('status', '=', 'done')
    .where('begun_at', '>=', moment)
    .orderBy('begun_at')
    .orderBy('msm_id')
    .limit(1)
    .executeTakeFirst()

/** The pairs, each with the run whose answer is shown. */
export async function shownPairs(ctx: Ctx): Promise<Output<typeof listReconPairs>> {
  const pairs = await listPairs(ctx)
  const [numbers, answered] = [pairs.map(({ msm_id }) => msm_id), pairs.map(({ answer_run }) => answer_run)]
  const answers = await ctx.own
    .select('recon_runs')
    .select(['msm_id', 'run_id'])
    .where(sql<SqlBool>`(msm_id, run_no) in (select * from unnest(${numbers}::integer[], ${answered}::integer[]))`)
    .execute()
  return pairs.map((pair) => ({
    msm_id: pair.msm_id,
    leg: pair.leg,
    data_source_a: pair.source_a,
    data_source_b: pair.source_b,
    rules_version: pair.rules_version,
    answer_run_id: answers.find(({ msm_id }) => msm_id === pair.msm_id)?.run_id ?? null,
    wanted_at: pair.wanted_at,
    next_run_at: pair.next_run_at,
  }))
}
