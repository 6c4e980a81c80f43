import type { ReconDryRunResult } from '#contract/recon-rules.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { changeDryRun, findDryRun, listDryRunsUnderWay, type FoundDryRun } from './dry-runs.ts'
import { dryRun, type OfDryRun } from './names.ts'
import { HeavyTurnTaken } from './turn.ts'
import { tryOut, type WorkOutParts } from './work-out/work-out.ts'

/** Tries rules out. What it finds is kept in the dry run alone, so a worker that dies leaves nothing, and the next one begins anew. */
export const tryRules: Job<OfDryRun> = {
  kind: 'effect',
  ...dryRun,
  parallel: 1,
  longestSeconds: 3_600,
  overdue: { key: 'dryRunId', list: listDryRunsUnderWay },
  async run({ transaction, loads, services, now, signal }, { dryRunId, merchantId, environment }) {
    const found = await transaction((ctx) => beginTry(ctx, dryRunId))
    if (!found) return
    const parts = { transaction, loads, services, now, signal, owner: { merchantId, environment } }
    try {
      const result = await resultOf(parts, found)
      await transaction(async (ctx) =>
        changeDryRun(ctx, dryRunId, { status: 'done', result: JSON.stringify(result), finished_at: ctx.now }),
      )
    } catch (error) {
      if (error instanceof HeavyTurnTaken) return transaction((ctx) => waitMore(ctx, found))
      if (signal.aborted || found.tries < triesMost) throw error
      services.log.warn({ err: error, dry_run_id: dryRunId }, 'a dry run of rules did not end')
      await transaction(async (ctx) =>
        changeDryRun(ctx, dryRunId, { status: 'failed', reason: 'could_not_work_out', finished_at: ctx.now }),
      )
    }
  },
}
const triesMost = 3

/** The dry run and the run whose answer it is compared with; null when there is nothing to do. */
async function beginTry(ctx: Ctx, dryRunId: string) {
  const row = await findDryRun(ctx, dryRunId)
  if (!row) return null
  const tries = row.tries + 1
  if (!(await changeDryRun(ctx, dryRunId, { status: 'running', tries }))) return null
  const { answer_run: runNo } = await ctx.own
    .select('recon_pairs')
    .select('answer_run')
    .where('msm_id', '=', row.msm_id)
    .executeTakeFirstOrThrow()
  return { ...row, tries, runNo }
}

async function waitMore(ctx: Ctx, { dry_run_id: dryRunId, tries }: FoundDryRun): Promise<void> {
  await changeDryRun(ctx, dryRunId, { status: 'queued', tries: tries - 1 })
  ctx.enqueue(dryRun, { dryRunId }, { after: new Date(ctx.now.getTime() + turnMs) })
}
const turnMs = 2_000

async function resultOf(
  parts: WorkOutParts,
  { msm_id: msmId, runNo, rules }: FoundDryRun & { runNo: number },
): Promise<ReconDryRunResult> {
  const { shifts, samples } = await tryOut(parts, { msmId, runNo, rules })
  return { changed: shifts.reduce((sum, { records }) => sum + records, 0), shifts, samples }
}
