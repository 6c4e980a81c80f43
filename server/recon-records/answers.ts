import { Fault } from '#contract/faults.ts'
import type { ReconLeg, ReconSide } from '#contract/recon-outcomes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'

export interface PairRow {
  msm_id: number
  leg: ReconLeg
  source_a: string
  source_b: string
  answer_run: number
}
/** The answer of a pair that is read: that which holds, or that of an asked run. */
export interface Answer extends PairRow {
  /** The number of the asked run; null for the answer that holds. */
  asOfRun: number | null
}

const pairs = (ctx: Ctx) =>
  ctx.own.select('recon_pairs').select(['msm_id', 'leg', 'source_a', 'source_b', 'answer_run'])

/** All pairs, by number. Index: primary key. */
export const listPairRows = (ctx: Ctx): Promise<PairRow[]> => pairs(ctx).orderBy('msm_id').execute()

/** The pair of two sources, named in any order. Throws `pairUnknown`. Index: recon_pairs_merchant_id_environment_source_a_source_b_key. */
export async function pairOfSources(ctx: Ctx, one: string, other: string): Promise<PairRow> {
  const found = await pairs(ctx)
    .where('source_a', 'in', [one, other])
    .where('source_b', 'in', [one, other])
    .executeTakeFirst()
  if (!found) throw new Fault('pairUnknown')
  return found
}

/** A pair by its number, and the side that a source of it is. Throws `pairUnknown`. Index: primary key. */
export async function sideOfPair(ctx: Ctx, msmId: number, source: string): Promise<PairRow & { side: ReconSide }> {
  const found = await pairs(ctx).where('msm_id', '=', msmId).executeTakeFirst()
  if (!found || !(source === found.source_a || source === found.source_b)) throw new Fault('pairUnknown')
  return { ...found, side: source === found.source_a ? 'a' : 'b' }
}

/** The answer of a pair. Throws `reconInProgress` before the first, and `notFound` for a run of another pair. Index: recon_runs' unique run_id. */
export async function answerOf<P extends PairRow>(ctx: Ctx, pair: P, runId?: string): Promise<P & Answer> {
  if (pair.answer_run === 0) throw new Fault('reconInProgress')
  if (runId === undefined) return { ...pair, asOfRun: null }
  if (!isUuid(runId)) throw new Fault('notFound')
  const run = await ctx.own
    .select('recon_runs')
    .select(['run_no', 'status'])
    .where('run_id', '=', runId)
    .where('msm_id', '=', pair.msm_id)
    .executeTakeFirst()
  if (!run) throw new Fault('notFound')
  if (run.status !== 'done') throw new Fault('reconInProgress')
  return { ...pair, asOfRun: run.run_no === pair.answer_run ? null : run.run_no }
}

/** The run that an answer is of. Index: primary key. */
export const runOfAnswer = (ctx: Ctx, { msm_id, asOfRun, answer_run }: Answer) =>
  ctx.own
    .select('recon_runs')
    .select(['run_id', 'as_of'])
    .where('msm_id', '=', msm_id)
    .where('run_no', '=', asOfRun ?? answer_run)
    .executeTakeFirstOrThrow()
