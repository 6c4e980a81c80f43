import { sql } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { readReconFlow } from '#contract/recon-dashboard.ts'
import { reconDaysOf, statusesInMatch } from '#contract/recon-dashboard-shapes.ts'
import type { Mismatch, OutcomeStatus, ReconSide } from '#contract/recon-outcomes.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { answerOf, pairOfSources, runOfAnswer, type Answer } from './answers.ts'
import { dayBy, inAnswer, narrowed, withinDays } from './conditions.ts'
import { flowOf } from './flow-boxes.ts'
import { sumsOf } from './sums.ts'

/** Records of one side, outcome, differences and currency. */
export interface FlowCell {
  side: ReconSide
  status: OutcomeStatus
  mismatches: Mismatch[]
  currency: string
  count: number
  /** Exact decimal text. */
  amount: string
  /** Articles whose order has a matched article, but which have no twin themselves. */
  is_spare_sku: boolean
}
type Asked = Input<typeof readReconFlow>['body']

/** Where the records of two sources come to. Reads day sums; where sources have articles, orders are counted among the records. */
export async function readFlow(ctx: Ctx, body: Asked): Promise<Output<typeof readReconFlow>> {
  const answer = await answerOf(ctx, await pairOfSources(ctx, body.data_source_a, body.data_source_b), body.run_id)
  const { time_zone } = await merchantOf(ctx)
  // Payouts and what the bank has are of no type that could be chosen.
  const asked = answer.leg === 'bank' ? body : { ...body, record_type: body.record_type ?? ('payment' as const) }
  const cells = await cellsOf(ctx, answer, asked, time_zone)
  const withSkus = cells.some(({ has_sku }) => has_sku)
  const counted = withSkus ? await ordersOf(ctx, answer, asked, time_zone) : cells
  const run = await runOfAnswer(ctx, answer)
  const sign = asked.record_type === undefined || asked.record_type === 'payment' ? 1 : -1
  return { msm_id: answer.msm_id, ...run, time_zone, ...flowOf(counted, { sources: answer, sign, withSkus }) }
}

async function cellsOf(ctx: Ctx, answer: Answer, asked: Asked, zone: string): Promise<(FlowCell & { has_sku: boolean })[]> {
  const days = reconDaysOf(asked, zone)
  const source = { msm_ids: [answer.msm_id], asOfRun: answer.asOfRun }
  const from = sumsOf(ctx, source, asked.by ?? 'transaction', (day) => [...withinDays(day, days), ...narrowed(asked)])
  const found = sql<FlowCell & { has_sku: boolean }>`
    select side, status, mismatches, currency, false as is_spare_sku, bool_or(has_sku) as has_sku, sum(records)::integer as count,
      trim_scale(sum(gross))::text as amount
    from (${from}) s where status <> 'adjustment' group by side, status, mismatches, currency`
  return (await found.execute(ctx.db)).rows
} // prettier-ignore

/** Articles of one order count once in each outcome, by the references of the order. Indexes: recon_outcomes_by_day, recon_outcomes_by_booking. */
async function ordersOf(ctx: Ctx, answer: Answer, asked: Asked, zone: string): Promise<FlowCell[]> {
  const { merchantId, environment } = ctx.owner
  const day = dayBy(asked.by ?? 'transaction')
  const conditions = [
    sql`merchant_id = ${merchantId} and environment = ${environment} and msm_id = ${answer.msm_id}`,
    inAnswer(answer.asOfRun),
    ...withinDays(day, reconDaysOf(asked, zone)),
    ...narrowed(asked),
  ]
  const found = sql<FlowCell>`
    with lines as (select side, status, mismatches, currency, gross, sku_id, concat_ws(chr(31), provider_ref, merchant_ref) as order_key,
        bool_or(status = any (${[...statusesInMatch]})) over (partition by side, provider_ref, merchant_ref) as is_of_match
      from recon_outcomes where ${sql.join(conditions, sql` and `)} and status <> 'adjustment')
    select side, status, mismatches, currency, is_of_match and sku_id <> '' and status <> all (${[...statusesInMatch]}) as is_spare_sku,
      count(distinct order_key)::integer as count, trim_scale(coalesce(sum(gross), 0))::text as amount
    from lines group by 1, 2, 3, 4, 5`
  return (await found.execute(ctx.db)).rows
}
