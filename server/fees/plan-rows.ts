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
      // A payment keeps the terms by which it was charged; that it may have been by this plan is enough to keep that one too.
      sql<boolean>`exists (select 1 from fee_checks c where c.merchant_id = ${merchantId} and c.environment = ${environment}
        and c.plan_id = fee_plans.plan_id) or fee_plans.txn_type = 'payment' and exists (select 1 from payments p
        where p.merchant_id = ${merchantId} and p.environment = ${environment} and p.status = 'Success'
          and p.created_at >= fee_plans.created_at and p.channel_key = fee_plans.channel_key
          and fee_plans.currency in ('', p.currency) and fee_plans.payment_method in ('', p.payment_method))`.as(
        'is_used',
      ),
    ])
}
export type PlanRow = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>

/** The plans of a channel or of all, by channel and type, the most specific first. Index: fee_plans_of_channel. */
export const listPlans = (ctx: Ctx, channelKey: string | null): Promise<PlanRow[]> =>
  plans(ctx)
    .$if(channelKey !== null, (query) => query.where('channel_key', '=', channelKey ?? ''))
    .orderBy('channel_key')
    .orderBy('txn_type')
    .orderBy('specificity', 'desc')
    .orderBy(sql`valid_to desc nulls first`)
    .orderBy('created_at')
    .orderBy('plan_id')
    .execute()

export const findPlan = async (ctx: Ctx, planId: string): Promise<PlanRow | undefined> =>
  isUuid(planId) ? await plans(ctx).where('plan_id', '=', planId).executeTakeFirst() : undefined

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
