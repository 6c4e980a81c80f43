import { sql, type SqlBool, type Updateable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Output } from '#contract/kit/call.ts'
import type { readReconDryRun } from '#contract/recon-rules.ts'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import type { Tables } from '#server/db/tables.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { FoundPair } from '#server/recon-sources/keep-pairs.ts'
import { dryRun } from './names.ts'

/** A dry run by its id; undefined when absent or not the owner's. Index: primary key. */
export const findDryRun = async (ctx: Ctx, dryRunId: string) =>
  isUuid(dryRunId)
    ? ctx.own.select('recon_dry_runs').selectAll().where('dry_run_id', '=', dryRunId).executeTakeFirst()
    : undefined
export type FoundDryRun = NonNullable<Awaited<ReturnType<typeof findDryRun>>>

/** Throws `notFound`. */
export async function existingDryRun(ctx: Ctx, dryRunId: string): Promise<FoundDryRun> {
  const found = await findDryRun(ctx, dryRunId)
  if (!found) throw new Fault('notFound')
  return found
}

/** Has rules tried out on a pair that has an answer. Throws `tooMany` when too many wait. The caller has locked the pair. */
export async function askDryRun(ctx: Ctx, pair: FoundPair, rules: readonly ReconRule[]): Promise<FoundDryRun> {
  if (pair.answer_run === 0) throw new Fault('reconInProgress')
  const waiting = await ctx.own
    .select('recon_dry_runs')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where(sql<SqlBool>`status in ('queued', 'running')`)
    .executeTakeFirst()
  if (Number(waiting?.count ?? 0) >= limits.reconDryRunsWaiting) throw new Fault('tooMany')
  const dryRunId = newId()
  await ctx.own
    .insert('recon_dry_runs', {
      dry_run_id: dryRunId,
      msm_id: pair.msm_id,
      base_version: pair.rules_version,
      rules: JSON.stringify(rules),
      status: 'queued',
      asked_by: ctx.actor.name,
      asked_at: ctx.now,
    })
    .execute()
  ctx.enqueue(dryRun, { dryRunId })
  return existingDryRun(ctx, dryRunId)
}

type Changes = Pick<Updateable<Tables['recon_dry_runs']>, 'result' | 'reason' | 'tries' | 'finished_at'>
/** Changes a dry run that has not ended; false when it has. */
export async function changeDryRun(
  ctx: Ctx,
  dryRunId: string,
  changes: Changes & { status: FoundDryRun['status'] },
): Promise<boolean> {
  noteChange(ctx, 'recon_run', dryRunId)
  const changed = await ctx.own
    .update('recon_dry_runs')
    .set(changes)
    .where('dry_run_id', '=', dryRunId)
    .where(inState(['queued', 'running']))
    .returning('dry_run_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Dry runs that nobody has worked at for a while. Index: recon_dry_runs_under_way. */
export async function listDryRunsUnderWay(ctx: Ctx, since: Date): Promise<{ dryRunId: string }[]> {
  const rows = await ctx.own
    .select('recon_dry_runs')
    .select('dry_run_id')
    .where(sql<SqlBool>`status in ('queued', 'running')`)
    .where('asked_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ dry_run_id }) => ({ dryRunId: dry_run_id }))
}

export const shownDryRun = (row: FoundDryRun): Output<typeof readReconDryRun> => ({
  dry_run_id: row.dry_run_id,
  msm_id: row.msm_id,
  status: row.status,
  rules: row.rules,
  base_version: row.base_version,
  result: row.result,
  reason: row.reason,
  asked_by: row.asked_by,
  asked_at: row.asked_at,
  finished_at: row.finished_at,
})
