import { defaultRules, ReconRule } from '#contract/recon-rule-shapes.ts'
import type { ReconLeg } from '#contract/recon-outcomes.ts'
import { timeZone } from '#contract/kit/wire.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findSource, type SourceOf } from '#server/recon-sources/sources.ts'

/** A run of one pair, with all that its answer depends on beside the records. */
export interface Run {
  ctx: Ctx
  msmId: number
  runNo: number
  leg: ReconLeg
  sources: { a: SourceOf; b: SourceOf }
  rules: readonly ReconRule[]
  rulesVersion: number
  /** The day that it is for. */
  asOf: string
  /** A decimal text of major units. */
  tolerance: string
  /** No record of a file that ended before this day is open. */
  openFrom: string | null
  /** How many closings and reopenings of settlements it has seen. */
  closings: number
  /** The merchant's, and that of the provider's days. */
  zone: string
  providerZone: string
  /** Both sides say of which article a line is. */
  isSku: boolean
}

/** The values by which statements name the merchant. */
export const ownerOf = ({ ctx }: { ctx: Ctx }): [string, string] => [ctx.owner.merchantId, ctx.owner.environment]

/** The facts of a run. `rules` are those of a dry run, in the place of the pair's own. */
export async function readRun(
  ctx: Ctx,
  { msmId, runNo }: { msmId: number; runNo: number },
  rules?: readonly ReconRule[],
): Promise<Run> {
  const pair = await ctx.own.select('recon_pairs').selectAll().where('msm_id', '=', msmId).executeTakeFirstOrThrow()
  const run = await ctx.own
    .select('recon_runs')
    .select(['as_of', 'rules_version', 'tolerance'])
    .where('msm_id', '=', msmId)
    .where('run_no', '=', runNo)
    .executeTakeFirstOrThrow()
  const [a, b] = [await sourceOf(ctx, pair.source_a), await sourceOf(ctx, pair.source_b)]
  const { time_zone: zone } = await merchantOf(ctx)
  return {
    ctx,
    msmId,
    runNo,
    leg: pair.leg,
    sources: { a, b },
    rules: rules ?? (await rulesOf(ctx, { msmId, leg: pair.leg, version: run.rules_version })),
    rulesVersion: run.rules_version,
    asOf: run.as_of,
    tolerance: run.tolerance,
    openFrom: pair.open_from,
    closings: pair.closings,
    zone,
    providerZone: await providerZone(ctx, pair.source_b, zone),
    isSku: a.is_sku_level && b.is_sku_level,
  }
}

async function sourceOf(ctx: Ctx, name: string): Promise<SourceOf> {
  const found = await findSource(ctx, name)
  if (!found) throw new Error(`no source ${name}`)
  return found
}

async function rulesOf(
  ctx: Ctx,
  { msmId, leg, version }: { msmId: number; leg: ReconLeg; version: number },
): Promise<readonly ReconRule[]> {
  if (version === 0) return defaultRules[leg]
  const { rules } = await ctx.own
    .select('recon_rule_versions')
    .select('rules')
    .where('msm_id', '=', msmId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return ReconRule.array().parse(rules)
}

/** The zone of the days on which a provider settles: that of its newest file, else the merchant's. */
async function providerZone(ctx: Ctx, source: string, otherwise: string): Promise<string> {
  const [found] = await ctx.tx.query<{ zone: string | null }>(
    `select how ->> 'timeZone' as zone from recon_files
     where merchant_id = $1 and environment = $2 and data_source = $3 and status = 'Success' and withdrawn_at is null
     order by period_to desc nulls last, digest limit 1`,
    [...ownerOf({ ctx }), source],
  )
  return timeZone.safeParse(found?.zone).data ?? otherwise
}
