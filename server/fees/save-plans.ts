import { Fault, faults, fieldFault } from '#contract/faults.ts'
import type { AskedPlan, ChangedPlan, FoodtechRecord } from '#contract/fee-shapes.ts'
import { limits } from '#contract/limits.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { lockChannel } from './channel.ts'
import { checkFees } from './check-job.ts'
import { overlaps } from './plan.ts'
import {
  answeredPlan,
  countPlans,
  findPlan,
  listPlans,
  planOfRow,
  type AnsweredPlan,
  type PlanRow,
} from './plan-rows.ts'
import { termsOf, type AskedTerms, type Terms } from './plan-terms.ts'

/** Adds plans, all or none. */
export async function createPlans(ctx: Ctx, asked: readonly AskedPlan[]): Promise<AnsweredPlan[]> {
  if ((await countPlans(ctx)) + asked.length > limits.feePlans) throw new Fault('tooMany')
  // In one order, so that two requests wait for each other once.
  const keys = [...new Set(asked.map(({ payment_channel_key: key }) => key))].toSorted()
  for (const key of keys) await lockChannel(ctx, key)
  const made: string[] = []
  for (const [place, { payment_channel_key: channelKey, ...terms }] of asked.entries())
    made.push(await insertPlan(ctx, channelKey, termsOf(terms, null, atOf(asked, place)), null))
  return finish(ctx, keys, made)
}
const atOf = (asked: readonly unknown[], place: number) => `charge_config.${asked.length > 1 ? `${place}.` : ''}`

/** Changes plans, all or none. */
export async function updatePlans(ctx: Ctx, asked: readonly ChangedPlan[]): Promise<AnsweredPlan[]> {
  const keys = new Set<string>()
  const made: string[] = []
  for (const [place, { uuid, ...terms }] of asked.entries()) {
    const { planId, channelKey } = await changePlan(ctx, uuid, terms, atOf(asked, place))
    made.push(planId)
    keys.add(channelKey)
  }
  return finish(ctx, [...keys], made)
}

/** Adds or changes a foodtech plan of a channel. */
export async function saveFoodtech(ctx: Ctx, channelKey: string, record: FoodtechRecord): Promise<AnsweredPlan> {
  const { uuid, ...terms } = record
  if (uuid === undefined) {
    if ((await countPlans(ctx)) >= limits.feePlans) throw new Fault('tooMany')
    await lockChannel(ctx, channelKey)
  }
  const planId = uuid
    ? (await changePlan(ctx, uuid, terms, 'record.', channelKey)).planId
    : await insertPlan(ctx, channelKey, termsOf(terms, null, 'record.'), null)
  const [plan] = await finish(ctx, [channelKey], [planId])
  return plan as AnsweredPlan
}

async function changePlan(ctx: Ctx, planId: string, asked: AskedTerms, at: string, ofChannel?: string) {
  const found = await findPlan(ctx, planId)
  if (!found || (ofChannel !== undefined && found.channel_key !== ofChannel)) throw new Fault('notFound')
  await lockChannel(ctx, found.channel_key)
  const plan = (await findPlan(ctx, planId)) as PlanRow
  if (plan.valid_to && plan.valid_to <= ctx.now) throw new Fault('wrongState', { why: 'it has ended' })
  const terms = termsOf(asked, plan, at)
  ctx.auditSubject(planId, changesFrom(factsOf(plan), factsOf(terms)))
  const channelKey = plan.channel_key
  if (!plan.is_used || !changesCharges(plan, terms)) {
    await ctx.own.update('fee_plans').set(terms).where('plan_id', '=', planId).execute()
    return { planId, channelKey }
  }
  // What was charged by it stays explained: it ends, and the new terms follow, at the earliest now.
  const from = terms.valid_from && terms.valid_from > ctx.now ? terms.valid_from : ctx.now
  if (terms.valid_to && terms.valid_to <= from) throw fieldFault('invalidRequest', `${at}valid_to`, 'in_the_past')
  await ctx.own.update('fee_plans').set({ valid_to: from }).where('plan_id', '=', planId).execute()
  return { planId: await insertPlan(ctx, channelKey, { ...terms, valid_from: from }, planId), channelKey }
}

/** Whether something is charged otherwise; when it settles, whether it is enabled and when it ends, are no terms. */
function changesCharges(before: PlanRow, after: Terms): boolean {
  const { settlement_days: _days, is_enabled: _enabled, valid_to: _to, ...terms } = factsOf(after)
  return Object.keys(changesFrom(factsOf(before), terms)).length > 0
}

async function insertPlan(ctx: Ctx, channelKey: string, terms: Terms, parentId: string | null): Promise<string> {
  const plan_id = newId()
  await ctx.own
    .insert('fee_plans', {
      ...terms,
      plan_id,
      parent_id: parentId,
      channel_key: channelKey,
      created_at: ctx.now,
      created_by: ctx.actor.name,
    })
    .execute()
  ctx.auditSubject(plan_id, changesFrom({}, { channel: channelKey, ...factsOf(terms) }))
  return plan_id
}

/** Refuses plans that overlap, and has what is loaded checked anew. */
async function finish(ctx: Ctx, channelKeys: readonly string[], made: readonly string[]): Promise<AnsweredPlan[]> {
  const rows = (await Promise.all(channelKeys.map((key) => listPlans(ctx, key)))).flat()
  const plans = rows.map((row) => ({ row, plan: planOfRow(row) }))
  for (const { row, plan } of plans.filter((one) => made.includes(one.row.plan_id)))
    for (const other of plans)
      if (other.row.plan_id !== row.plan_id && other.row.channel_key === row.channel_key && overlaps(plan, other.plan))
        throw overlapping(other.row.plan_id)
  for (const channelKey of channelKeys) recheckChannel(ctx, channelKey)
  return made.flatMap((id) => rows.filter(({ plan_id }) => plan_id === id)).map(answeredPlan)
}

/** The fault that names the plan that is in the way. */
const overlapping = (planId: string) =>
  new Fault('feePlanOverlaps', {
    why: planId,
    errors: [{ path: 'uuid', reason: 'overlaps', text: faults.feePlanOverlaps.text, params: { plan: planId } }],
  })

/** Has all files of a channel checked by what holds now. */
export const recheckChannel = (ctx: Ctx, channelKey: string, cause: 'plans' | 'tolerance' = 'plans'): void =>
  ctx.enqueue(checkFees, { channelKey, reconId: null, cause })

/** Deletes a plan that nothing used, ends one that was; null when it was deleted. */
export async function removePlan(ctx: Ctx, channelKey: string, planId: string): Promise<Date | null> {
  await lockChannel(ctx, channelKey)
  const plan = await findPlan(ctx, planId)
  if (!plan || plan.channel_key !== channelKey) throw new Fault('notFound')
  if (plan.valid_to && plan.valid_to <= ctx.now) throw new Fault('wrongState', { why: 'it has ended' })
  recheckChannel(ctx, channelKey)
  if (plan.is_used) {
    await ctx.own.update('fee_plans').set({ valid_to: ctx.now }).where('plan_id', '=', planId).execute()
    ctx.auditSubject(planId, changesFrom({ valid_to: plan.valid_to }, { valid_to: ctx.now }))
    return ctx.now
  }
  await ctx.own.delete('fee_plans').where('plan_id', '=', planId).execute()
  ctx.auditSubject(planId, changesFrom(factsOf(plan), emptyOf(plan)))
  return null
}
const emptyOf = (plan: PlanRow) => Object.fromEntries(Object.keys(factsOf(plan)).map((field) => [field, '']))

/** The terms of a plan as texts that can be compared. */
function factsOf(of: Terms | PlanRow) {
  const percent = (text: unknown) => String(text).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') // prettier-ignore
  return {
    txn_type: of.txn_type,
    payment_method: of.payment_method,
    payment_sub_type: of.payment_sub_type,
    currency: of.currency,
    country: of.country,
    amount_from: of.amount_from_minor === null ? '' : String(of.amount_from_minor),
    amount_to: of.amount_to_minor === null ? '' : String(of.amount_to_minor),
    months: of.months === null ? '' : String(of.months),
    percent_fee: percent(of.percent_fee),
    minimum_fee: String(of.minimum_fee_minor),
    flat_fee: String(of.flat_fee_minor),
    tax_percentage: percent(of.tax_percent),
    tax_included: of.tax_included,
    settlement_days: String(of.settlement_days),
    rounding: of.rounding,
    is_enabled: of.is_enabled,
    valid_from: of.valid_from,
    valid_to: of.valid_to,
    components: typeof of.components === 'string' ? of.components : JSON.stringify(of.components),
  }
}
