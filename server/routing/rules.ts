import { sql } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/routing.ts'
import type { KeptChannel, KeptConditions } from '#server/db/kept-routing.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { channelsText, conditionsText, keptFields, shownConditions, validate, type Fields } from './rule-fields.ts'

type Shown = Output<typeof contract.createRoute>
type Seen = Pick<Input<typeof contract.deleteRoute | typeof contract.makeRouteDefault>['body'], 'revision'>
interface Rule extends Omit<Shown, 'revision' | 'conditions' | 'channels'> {
  version: number
  conditions: KeptConditions
  channels: KeptChannel[]
}

/** The merchant's rules in the order in which they are tried, the default rule last. Index: routing_rules_in_order. */
export const listRules = async (ctx: Ctx): Promise<Output<typeof contract.listRoutes>['data']> =>
  (
    await rules(ctx)
      .orderBy('is_default')
      .orderBy('position')
      .orderBy('created_at')
      .orderBy('routing_ref')
      .limit(limits.routingRules)
      .execute()
  ).map(shownRule)

const rules = (ctx: Ctx) =>
  ctx.own
    .select('routing_rules')
    .select(['routing_ref', 'version', 'name', 'conditions', 'channels', 'is_enabled', 'is_default', 'position'])
    .select(['created_at', 'updated_at'])
    .where('deleted_at', 'is', null)

const shownRule = ({ version: revision, conditions, ...rule }: Rule): Shown => ({
  ...rule,
  revision,
  conditions: shownConditions(conditions),
})

/** Makes a rule, the last one unless a position is given. Throws `tooMany` beyond a merchant's rules. */
export async function createRule(ctx: Ctx, body: Fields): Promise<Shown> {
  await validate(ctx, body)
  await lockRules(ctx)
  const { count, last } = await ctx.own
    .select('routing_rules')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max<number | null>('position').as('last')])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.routingRules) throw new Fault('tooMany')
  const rule: Rule = {
    routing_ref: `Route_${newReference(ctx.now)}`,
    version: 1,
    ...keptFields(body),
    is_default: false,
    position: body.position ?? Math.min((last ?? -1) + 1, mostPosition),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  ctx.auditSubject(rule.routing_ref, madeAs(toldOf(rule)))
  ctx.write(ctx.own.insert('routing_rules', { ...rule, ...written(rule), deleted_at: null }))
  keepVersion(ctx, rule)
  return shownRule(rule)
}
const mostPosition = 1_000

/** Replaces a rule. Throws `notFound`, and `changedMeanwhile` for another revision than the latest. */
export async function updateRule(ctx: Ctx, ref: string, body: Fields & { revision: number }): Promise<Shown> {
  await validate(ctx, body)
  const before = await lockRule(ctx, ref, body.revision)
  const { position = before.position } = body
  return change(ctx, before, { ...before, ...keptFields(body), position })
}

/** Makes a rule the default rule. The one that was is tried in its place among the others from then on. */
export async function makeDefault(ctx: Ctx, ref: string, { revision }: Seen): Promise<Shown> {
  const rule = await lockRule(ctx, ref, revision)
  if (!rule.is_default) {
    const former = await rules(ctx).where('is_default', '=', true).executeTakeFirst()
    if (former) await save(ctx, { ...former, is_default: false })
    return change(ctx, rule, { ...rule, is_default: true })
  }
  ctx.auditSubject(ref)
  return shownRule(rule)
}

/** Deletes a rule by marking it, as payments name it. Throws `wrongState` for the default rule. */
export async function deleteRule(ctx: Ctx, ref: string, { revision }: Seen): Promise<void> {
  const rule = await lockRule(ctx, ref, revision)
  ctx.auditSubject(ref, changesFrom(toldOf(rule), { name: '' }))
  if (rule.is_default) throw new Fault('wrongState', { why: 'the default rule' })
  ctx.write(
    ctx.own.update('routing_rules').set({ deleted_at: ctx.now, updated_at: ctx.now }).where('routing_ref', '=', ref),
  )
}

/** Locks the merchant's rules against other changes, and makes every process read them anew after the commit. */
async function lockRules(ctx: Ctx): Promise<void> {
  await ctx.own
    .insert('routing_sets', { revision: 1n })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'environment']).doUpdateSet({ revision: sql`routing_sets.revision + 1` }),
    )
    .execute()
}

async function lockRule(ctx: Ctx, ref: string, revision: number): Promise<Rule> {
  await lockRules(ctx)
  const rule = await rules(ctx).where('routing_ref', '=', ref).executeTakeFirst()
  if (!rule) throw new Fault('notFound')
  if (rule.version !== revision) throw new Fault('changedMeanwhile')
  return rule
}

async function change(ctx: Ctx, before: Rule, after: Rule): Promise<Shown> {
  ctx.auditSubject(before.routing_ref, changesFrom(toldOf(before), toldOf(after)))
  return shownRule(await save(ctx, after))
}

/** Writes a rule's next version. */
async function save(ctx: Ctx, rule: Rule): Promise<Rule> {
  const next = { ...rule, version: rule.version + 1, updated_at: ctx.now }
  const { routing_ref: ref, created_at: _, ...columns } = next
  await ctx.own
    .update('routing_rules')
    .set({ ...columns, ...written(next) })
    .where('routing_ref', '=', ref)
    .execute()
  keepVersion(ctx, next)
  return next
}

function keepVersion(ctx: Ctx, rule: Rule): void {
  const { updated_at: created_at, ...version } = rule
  const row = { ...version, ...written(rule), created_at, created_by: ctx.actor.name }
  ctx.write(ctx.own.insert('routing_versions', row))
}

const written = ({ conditions, channels }: Rule) => ({
  conditions: JSON.stringify(conditions),
  channels: JSON.stringify(channels),
})

/** A rule as the audit log tells it. */
const toldOf = ({ name, conditions, channels, is_enabled, is_default, position }: Rule) => ({
  name,
  enabled: is_enabled,
  default_rule: is_default,
  position,
  conditions: conditionsText(conditions),
  channels: channelsText(channels),
})
