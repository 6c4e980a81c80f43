import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { listGeneralTerms } from '#server/fee-plan-store/charged.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { rulesWith } from './backtest-replay.ts'
import { replayAll, termsKey, type Done, type Run } from './backtest-run.ts'
import type { Terms } from './backtest-tally.ts'

const data = z.object({ merchantId: z.uuid(), environment, backtestId: z.uuid() })
type Data = z.infer<typeof data>

/**
 * Looks at what a rule would have done with past payments. The payments are read in pieces, the latest first, each in a
 * transaction of its own, so that no long one holds up the database; what is kept of each is a number or two. A run that is
 * killed leaves nothing behind: the next one begins anew.
 */
export const runBacktest: Job<Data> = {
  kind: 'effect',
  name: 'run-backtest',
  data,
  parallel: 1,
  overdue: { key: 'backtestId', list: (ctx, since) => listOverdue(ctx, since) },
  async run({ signal, transaction }, { backtestId }) {
    const run = await transaction((ctx) => beginRun(ctx, backtestId))
    if (!run) return
    const done = await replayAll(run, transaction, signal)
    if (done) await transaction((ctx) => finish(ctx, run, done))
  },
}

const listOverdue = async (ctx: Ctx, since: Date) =>
  (
    await ctx.own
      .select('routing_backtests')
      .select('backtest_id as backtestId')
      .where('state', 'in', ['waiting', 'running'])
      .where('created_at', '<', since)
      .execute()
  ).map(({ backtestId }) => ({ backtestId }))

/** Null when nothing is left to do, and after too many runs that did not end. */
async function beginRun(ctx: Ctx, backtestId: string): Promise<Run | null> {
  const row = await ctx.own
    .select('routing_backtests')
    .select(['rule', 'from_at', 'to_at', 'run'])
    .where('backtest_id', '=', backtestId)
    .where('state', 'in', ['waiting', 'running'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const isOver = row.run >= limits.backtestRuns
  const run = row.run + 1
  ctx.write(
    ctx.own
      .update('routing_backtests')
      .set(isOver ? { state: 'failed', finished_at: ctx.now } : { state: 'running', run, payments: 0n, progress: 0 })
      .where('backtest_id', '=', backtestId),
  )
  if (isOver) return null
  const [saved, channelWays, fees, merchant] = await Promise.all([
    listSaved(ctx),
    readChannelWays(ctx),
    listTerms(ctx),
    ctx.own.select('merchants').select(['time_zone', 'country']).executeTakeFirstOrThrow(),
  ])
  const rules = rulesWith(
    saved.filter((rule) => rule.is_enabled || rule.routing_ref === row.rule.routing_ref),
    { ...row.rule, version: 0, is_enabled: true },
  )
  const setting = { rules, channelWays, timeZone: merchant.time_zone }
  return { backtestId, run, from: row.from_at, to: row.to_at, setting, country: merchant.country, terms: fees }
}

/** The rules in the order in which they are tried. Index: routing_rules_in_order. */
const listSaved = (ctx: Ctx) =>
  ctx.own
    .select('routing_rules')
    .select(['routing_ref', 'version', 'conditions', 'channels', 'is_default', 'is_enabled', 'position'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('routing_ref')
    .limit(limits.routingRules)
    .execute()

async function listTerms(ctx: Ctx): Promise<ReadonlyMap<string, Terms>> {
  const rows = await listGeneralTerms(ctx)
  return new Map(
    rows.map((row) => [
      termsKey(row.channel_key, row.currency),
      {
        percentFee: row.percent_fee,
        minimumFeeMinor: row.minimum_fee_minor,
        flatFeeMinor: row.flat_fee_minor,
        taxPercent: row.tax_percent,
      },
    ]),
  )
}

/** Keeps the result; that of a run which is no longer the backtest's is dropped. */
async function finish(ctx: Ctx, { backtestId, run }: Run, { result, digest, looked }: Done): Promise<void> {
  await ctx.own
    .update('routing_backtests')
    .set({
      state: 'done',
      result: JSON.stringify(result),
      digest,
      payments: BigInt(looked),
      progress: 100,
      finished_at: ctx.now,
    })
    .where('backtest_id', '=', backtestId)
    .where('state', '=', 'running')
    .where('run', '=', run)
    .execute()
}
