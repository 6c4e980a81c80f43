import { dayAt } from '#contract/kit/zoned-day.ts'
import type { ReconRunCause } from '#contract/recon-runs.ts'
import { toleranceOfChannel } from '#server/fees/tolerance.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { FoundPair } from '#server/recon-sources/keep-pairs.ts'
import { listSources } from '#server/recon-sources/sources.ts'
import { causesMost } from '#server/recon-sources/want-runs.ts'
import { reconciliation } from './names.ts'
import { changePair, findRun, listOpen, type FoundRun } from './queries.ts'
import { keepTimes } from './times.ts'

/**
 * Has a pair worked out, once: a run that waits for its turn answers for whatever is asked meanwhile, and while one is worked at one
 * more follows. What was wanted is then done. The caller has locked the pair.
 */
export async function askRun(ctx: Ctx, pair: FoundPair, causes: readonly ReconRunCause[]): Promise<FoundRun> {
  const waiting = (await listOpen(ctx, pair.msm_id)).find(({ status }) => status === 'queued')
  const all = merged([...(waiting?.causes ?? []), ...pair.wanted_causes, ...causes])
  const runNo = waiting?.run_no ?? pair.last_run + 1
  const runId = waiting?.run_id ?? newId()
  noteChange(ctx, 'recon_run', runId)
  if (waiting) {
    await ctx.own
      .update('recon_runs')
      .set({ causes: JSON.stringify(all) })
      .where('msm_id', '=', pair.msm_id)
      .where('run_no', '=', runNo)
      .execute()
  } else {
    const facts = await factsOfNow(ctx, pair)
    const row = { msm_id: pair.msm_id, run_no: runNo, run_id: runId, status: 'queued', causes: JSON.stringify(all) } as const
    await ctx.own.insert('recon_runs', { ...row, ...facts, asked_by: ctx.actor.name, asked_at: ctx.now }).execute()
  }
  await changePair(ctx, pair.msm_id, { last_run: runNo, wanted_at: null, wanted_since: null, wanted_causes: '[]' })
  await keepTimes(ctx, pair)
  ctx.enqueue(reconciliation, { msmId: pair.msm_id })
  const run = await findRun(ctx, runId)
  if (!run) throw new Error('a run that was just asked for is missing')
  return run
} // prettier-ignore

/** What a run depends on beside the records, as it is at this moment. */
export async function factsOfNow(ctx: Ctx, { source_a: a, source_b: b, rules_version }: FoundPair) {
  const { time_zone: zone } = await merchantOf(ctx)
  const sources = await listSources(ctx)
  const channelOf = (name: string) => sources.find(({ data_source }) => data_source === name)?.channel_key ?? ''
  const tolerance = await toleranceOfChannel(ctx, channelOf(b) || channelOf(a))
  return { as_of: dayAt(ctx.now, zone), rules_version, tolerance }
}

function merged(causes: readonly ReconRunCause[]): ReconRunCause[] {
  const known = new Map(causes.map((cause) => [`${cause.kind} ${cause.ref}`, cause]))
  return [...known.values()].slice(0, causesMost)
}
