import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { defaultRules } from '#contract/recon-rule-shapes.ts'
import type * as contract from '#contract/recon-rules.ts'
import type { Output } from '#contract/kit/call.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { keepPairs, type FoundPair } from '#server/recon-sources/keep-pairs.ts'
import { askRun } from './ask.ts'
import { checkRules } from './check-rules.ts'
import { askDryRun, existingDryRun, shownDryRun } from './dry-runs.ts'
import { changePair, existingPair } from './queries.ts'

export const ruleHandlers: Handlers<typeof contract> = {
  async listReconRules(ctx, { query }) {
    const pair = await existingPair(ctx, query.msm_id)
    return rulesOf(ctx, pair, query.version ?? pair.rules_version)
  },

  async dryRunReconRules(ctx, { body }) {
    await keepPairs(ctx)
    const pair = await existingPair(ctx, body.msm_id, { lock: true })
    checkRules(body.rules, pair.leg)
    const row = await askDryRun(ctx, pair, body.rules)
    ctx.auditSubject(row.dry_run_id, madeAs({ msm_id: String(pair.msm_id), rules: body.rules.length }))
    return shownDryRun(row)
  },

  readReconDryRun: async (ctx, { path }) => shownDryRun(await existingDryRun(ctx, path.dry_run_id)),

  async saveReconRules(ctx, { body }) {
    const tried = await existingDryRun(ctx, body.dry_run_id)
    if (tried.status === 'failed') throw new Fault('wrongState', { why: 'the dry run has failed' })
    if (tried.status !== 'done') throw new Fault('reconInProgress')
    const pair = await existingPair(ctx, tried.msm_id, { lock: true })
    if (pair.rules_version !== tried.base_version) throw new Fault('changedMeanwhile')
    if (pair.rules_version >= limits.reconRuleVersions) throw new Fault('tooMany')
    const version = pair.rules_version + 1
    const saved = { saved_by: ctx.actor.name, saved_at: ctx.now }
    await ctx.own
      .insert('recon_rule_versions', { msm_id: pair.msm_id, version, rules: JSON.stringify(tried.rules), ...saved })
      .execute()
    await changePair(ctx, pair.msm_id, { rules_version: version })
    const present = { ...pair, rules_version: version }
    await askRun(ctx, present, [{ kind: 'rules', ref: String(version) }])
    ctx.auditSubject(String(pair.msm_id), changesFrom({ version: pair.rules_version }, { version }))
    return rulesOf(ctx, present, version)
  },
}

/** A version of a pair's rules. Throws `notFound`. Index: primary key. */
async function rulesOf(ctx: Ctx, pair: FoundPair, version: number): Promise<Output<typeof contract.listReconRules>> {
  const versions = await ctx.own
    .select('recon_rule_versions')
    .select(['version', 'saved_by', 'saved_at'])
    .where('msm_id', '=', pair.msm_id)
    .orderBy('version', 'desc')
    .execute()
  const kept = await ctx.own
    .select('recon_rule_versions')
    .select('rules')
    .where('msm_id', '=', pair.msm_id)
    .where('version', '=', version)
    .executeTakeFirst()
  const rules = version === 0 ? [...defaultRules[pair.leg]] : kept?.rules
  if (!rules) throw new Fault('notFound')
  return {
    msm_id: pair.msm_id,
    leg: pair.leg,
    data_source_a: pair.source_a,
    data_source_b: pair.source_b,
    version,
    newest: pair.rules_version,
    rules,
    versions,
  }
}
