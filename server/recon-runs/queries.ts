import { sql, type Expression, type SqlBool, type Updateable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { reconRunStates } from '#contract/recon-run-states.ts'
import type { Tables } from '#server/db/tables.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { FoundPair } from '#server/recon-sources/keep-pairs.ts'

/** A pair, locked until the commit: runs of a pair are asked for, begun and ended one after the other. Index: primary key. */
export const lockPair = (ctx: Ctx, msmId: number): Promise<FoundPair | undefined> =>
  ctx.own.select('recon_pairs').selectAll().where('msm_id', '=', msmId).forUpdate().executeTakeFirst()

/** A pair by its number. Throws `pairUnknown`. */
export async function existingPair(ctx: Ctx, msmId: number, { lock = false } = {}): Promise<FoundPair> {
  const question = ctx.own.select('recon_pairs').selectAll().where('msm_id', '=', msmId)
  const found = await (lock ? question.forUpdate() : question).executeTakeFirst()
  if (!found) throw new Fault('pairUnknown')
  return found
}

export type PairChanges = Omit<
  Updateable<Tables['recon_pairs']>,
  'merchant_id' | 'environment' | 'msm_id' | 'created_at'
>
export async function changePair(ctx: Ctx, msmId: number, changes: PairChanges): Promise<void> {
  await ctx.own.update('recon_pairs').set(changes).where('msm_id', '=', msmId).execute()
}

/** The run of this id; none for a text that cannot be one. Index: recon_runs_merchant_id_environment_run_id_key. */
const ofRun = (runId: string): Expression<SqlBool> =>
  isUuid(runId) ? sql`run_id = cast(${runId} as uuid)` : sql`false`
export const findRun = (ctx: Ctx, runId: string) =>
  ctx.own.select('recon_runs').selectAll().where(ofRun(runId)).executeTakeFirst()
export type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** The runs of a pair that wait or are worked at, the first of them first: two at most. */
export const listOpen = (ctx: Ctx, msmId: number): Promise<FoundRun[]> =>
  ctx.own
    .select('recon_runs')
    .selectAll()
    .where('msm_id', '=', msmId)
    .where(inState(['queued', 'running']))
    .orderBy('run_no')
    .execute()

export type RunChanges = Omit<
  Updateable<Tables['recon_runs']>,
  'merchant_id' | 'environment' | 'msm_id' | 'run_no' | 'run_id' | 'asked_at' | 'asked_by'
>
/** A run of a pair, and which try of it: a worker that was given up changes nothing of what the next one does. */
export type RunTry = Pick<FoundRun, 'msm_id' | 'run_no' | 'run_id'> & { tries?: number }

/** Acts on a run whose state allows it; false otherwise. */
export async function actOnRun(
  ctx: Ctx,
  { msm_id, run_no, run_id, tries }: RunTry,
  action: keyof typeof reconRunStates.actions,
  changes: Omit<RunChanges, 'status'> = {},
): Promise<boolean> {
  const { from, to } = reconRunStates.actions[action]
  noteChange(ctx, 'recon_run', run_id)
  let change = ctx.own
    .update('recon_runs')
    .set({ ...changes, status: to })
    .where('msm_id', '=', msm_id)
    .where('run_no', '=', run_no)
    .where(inState(from))
  if (tries !== undefined) change = change.where('tries', '=', tries)
  return (await change.returning('run_no').executeTakeFirst()) !== undefined
}

/** Changes a run that is worked at in this try; false when it is not any more. */
export async function changeRunning(
  ctx: Ctx,
  { msm_id, run_no, run_id, tries = 0 }: RunTry,
  changes: Omit<RunChanges, 'status'>,
  { isTold = true } = {},
): Promise<boolean> {
  if (isTold) noteChange(ctx, 'recon_run', run_id)
  const changed = await ctx.own
    .update('recon_runs')
    .set(changes)
    .where('msm_id', '=', msm_id)
    .where('run_no', '=', run_no)
    .where('tries', '=', tries)
    .where(inState(['running']))
    .returning('run_no')
    .executeTakeFirst()
  return changed !== undefined
}

/** Pairs with runs that nobody has worked at for a while. Index: recon_runs_under_way. */
export async function listUnderWay(ctx: Ctx, since: Date): Promise<{ msmId: number }[]> {
  const rows = await ctx.own
    .select('recon_runs')
    .select('msm_id')
    .distinct()
    .where(sql<SqlBool>`status in ('queued', 'running')`)
    .where('asked_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ msm_id }) => ({ msmId: msm_id }))
}

/** Pairs whose moment was before. Indexes: recon_pairs_wanted, recon_pairs_next_run, recon_pairs_next_due. */
export async function listPassed(ctx: Ctx, column: 'wanted_at' | 'next_run_at' | 'next_due_at', since: Date) {
  const rows = await ctx.own.select('recon_pairs').select('msm_id').where(column, '<', since).limit(100).execute()
  return rows.map(({ msm_id }) => ({ msmId: msm_id }))
}
