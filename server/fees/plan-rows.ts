import { sql } from 'kysely'
import type { FeePlan } from '#contract/fee-shapes.ts'
import type { Output } from '#contract/kit/call.ts'
import type { listFeePlans } from '#contract/fee-plans.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import { isUuid } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { exactOfMinor, exactText, factorOf, type Factor } from '#server/recon-files/read/exact.ts'
import { factorText } from './expected.ts'
import type { Plan } from './plan.ts'

export type AnsweredPlan = Output<typeof listFeePlans>[number]

const plans = (ctx: Ctx) => {
  const { merchantId, environment } = ctx.owner
  return ctx.own
    .select('fee_plans')
    .selectAll('fee_plans')
    .select([
      sql<boolean>`exists (select 1 from lent_channels l where l.merchant_id = ${merchantId} and l.environment = ${environment}
        and l.channel_key = fee_plans.channel_key)`.as('is_lent'),
    ])
}
type KeptPlan = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>
export type PlanRow = KeptPlan & { is_used: boolean }

/** The plans of a channel or of all, by channel and type, the most specific first. Index: fee_plans_of_channel. */
export const listPlans = async (ctx: Ctx, channelKey: string | null): Promise<PlanRow[]> =>
  withUse(
    ctx,
    await plans(ctx)
      .$if(channelKey !== null, (query) => query.where('channel_key', '=', channelKey ?? ''))
      .orderBy('channel_key')
      .orderBy('txn_type')
      .orderBy('specificity', 'desc')
      .orderBy(sql`valid_to desc nulls first`)
      .orderBy('created_at')
      .orderBy('plan_id')
      .execute(),
  )

export async function findPlan(ctx: Ctx, planId: string): Promise<PlanRow | undefined> {
  if (!isUuid(planId)) return undefined
  const [found] = await withUse(ctx, await plans(ctx).where('plan_id', '=', planId).execute())
  return found
}

/**
 * Whether each is used. A payment keeps the terms by which it was charged; that it may have been by this plan is enough to keep
 * that one too. Indexes: fee_checks' of plans, payments_by_status.
 */
async function withUse(ctx: Ctx, kept: readonly KeptPlan[]): Promise<PlanRow[]> {
  if (kept.length === 0) return []
  const rows = await ctx.tx.query<{ plan_id: string }>(used, [
    ctx.owner.merchantId,
    ctx.owner.environment,
    kept.map(({ plan_id }) => plan_id),
    kept.map(({ txn_type }) => txn_type),
    kept.map(({ created_at }) => created_at),
    kept.map(({ channel_key }) => channel_key),
    kept.map(({ currency }) => currency),
    kept.map(({ payment_method }) => payment_method),
  ])
  const ids = new Set(rows.map(({ plan_id }) => plan_id))
  return kept.map((plan) => ({ ...plan, is_used: ids.has(plan.plan_id) }))
}
const used = `
  select f.plan_id
  from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[])
    as f (plan_id, txn_type, created_at, channel_key, currency, payment_method)
  where exists (select 1 from fee_checks c where c.merchant_id = $1 and c.environment = $2 and c.plan_id = f.plan_id)
    or f.txn_type = 'payment' and exists (
      select 1 from payments p
      where p.merchant_id = $1 and p.environment = $2 and p.status = 'Success' and p.created_at >= f.created_at
        and p.channel_key = f.channel_key and f.currency in ('', p.currency) and f.payment_method in ('', p.payment_method))`

export const countPlans = async (ctx: Ctx): Promise<number> => {
  const { count } = await ctx.own
    .select('fee_plans')
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The exact terms of a row. */
export function planOfRow(row: PlanRow): Plan {
  const amount = (minor: bigint | null) => (minor === null ? null : exactOfMinor(minor, decimalsOf(row.currency)))
  return {
    planId: row.plan_id,
    type: row.txn_type,
    method: row.payment_method,
    subType: row.payment_sub_type,
    currency: row.currency,
    country: row.country,
    amountFrom: amount(row.amount_from_minor),
    amountTo: amount(row.amount_to_minor),
    months: row.months,
    percent: percentOf(row.percent_fee),
    minimum: amount(row.minimum_fee_minor) ?? 0n,
    flat: amount(row.flat_fee_minor) ?? 0n,
    tax: percentOf(row.tax_percent),
    taxIncluded: row.tax_included,
    rounding: row.rounding,
    components: row.components,
    enabled: row.is_enabled,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    specificity: row.specificity,
  }
}
const percentOf = (text: string): Factor => factorOf(text) ?? { digits: 0n, decimals: 0 }
export const decimalsOf = (currency: string): number => exponentOf(currency) ?? 2

/** A plan as it is answered. */
export function answeredPlan(row: PlanRow): AnsweredPlan {
  const plan = planOfRow(row)
  return {
    uuid: row.plan_id,
    payment_channel_key: row.channel_key,
    txn_type: row.txn_type,
    payment_method: row.payment_method,
    payment_sub_type: row.payment_sub_type,
    currency: row.currency,
    country: row.country,
    amount_from: plan.amountFrom === null ? null : exactText(plan.amountFrom),
    amount_to: plan.amountTo === null ? null : exactText(plan.amountTo),
    months: row.months,
    percent_fee: factorText(plan.percent),
    minimum_fee: exactText(plan.minimum),
    flat_fee: exactText(plan.flat),
    tax_percentage: factorText(plan.tax),
    tax_included: row.tax_included,
    settlement_days: row.settlement_days,
    rounding: row.rounding,
    enabled: row.is_enabled,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    components: [...row.components],
    specificity: row.specificity,
    parent_uuid: row.parent_id,
    used: row.is_used,
    lent: row.is_lent,
    created_by: row.created_by,
    created_at: row.created_at,
  } satisfies { [K in keyof FeePlan]: unknown }
}
