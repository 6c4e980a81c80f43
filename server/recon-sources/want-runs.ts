import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { ReconRunCause } from '#contract/recon-runs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { keepPairs, type FoundPair } from './keep-pairs.ts'

const data = z.object({ merchantId: z.uuid(), environment, msmId: z.int() })

/** What begins a run that is wanted. The domain of runs does it; it is named here, since whatever changes what runs depend on wants one. */
export const beginWantedRun = { name: 'begin-wanted-recon-run', data }

/** Which pairs: those of some sources, of these numbers, or all. */
export type PairsOf = { sources: readonly string[] } | { pairs: readonly number[] } | 'all'

/**
 * Has pairs worked out a minute from now, since something has changed that their answer depends on. Each further change within that
 * minute puts it off, for ten minutes at most, so that a burst of files makes one run.
 */
export async function wantRuns(ctx: Ctx, of: PairsOf, cause: ReconRunCause): Promise<void> {
  // What no file has come for is not worked out: a first file makes the first run.
  const isFirst = cause.kind === 'file'
  const wanted = (await keepPairs(ctx)).filter((pair) => isOf(pair, of) && (isFirst || pair.last_run > 0))
  if (wanted.length === 0) return
  const isWanted = sql<SqlBool>`msm_id = any (${wanted.map(({ msm_id }) => msm_id)})`
  // Locked in order, so that two changes at once do not wait for each other.
  await ctx.own.select('recon_pairs').select('msm_id').where(isWanted).orderBy('msm_id').forUpdate().execute()
  const causes = JSON.stringify([cause])
  const [soon, latest] = [quietMs, mostMs].map((ms) => new Date(ctx.now.getTime() + ms)) as [Date, Date]
  const changed = await ctx.own
    .update('recon_pairs')
    .set({
      wanted_at: sql<Date>`least(${soon}::timestamptz, coalesce(seconds_after(wanted_since, ${mostMs / 1_000}), ${latest}::timestamptz))`,
      wanted_since: sql<Date>`coalesce(wanted_since, ${ctx.now}::timestamptz)`,
      wanted_causes:
        sql`case when wanted_causes @> ${causes}::jsonb or jsonb_array_length(wanted_causes) >= ${causesMost}::integer
        then wanted_causes else wanted_causes || ${causes}::jsonb end` as never,
      // A file of days before the open ones opens these again; where all are open, they stay so.
      ...(isFirst && isUuid(cause.ref) ? { open_from: openFrom(ctx, cause.ref) } : {}),
    })
    .where(isWanted)
    .returning(['msm_id', 'wanted_at'])
    .execute()
  for (const { msm_id: msmId, wanted_at: after } of changed)
    if (after) ctx.enqueue(beginWantedRun, { msmId }, { after })
}
const openFrom = ({ owner }: Ctx, reconId: string) =>
  sql<
    string | null
  >`case when open_from is null then null else least(open_from, (select f.period_from - 1 from recon_files f
    where f.merchant_id = ${owner.merchantId} and f.environment = ${owner.environment} and f.recon_id = ${reconId}::uuid)) end`
const quietMs = 60_000
const mostMs = 600_000
/** Of so many causes a run names each; that there were more changes nothing. */
export const causesMost = 50

const isOf = ({ msm_id, source_a, source_b }: FoundPair, of: PairsOf): boolean =>
  of === 'all' ||
  ('pairs' in of ? of.pairs.includes(msm_id) : of.sources.includes(source_a) || of.sources.includes(source_b))
