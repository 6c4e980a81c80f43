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
/** A rule as it is stored. */
export interface Rule extends Omit<Shown, 'revision' | 'conditions' | 'channels'> {
  version: number
  conditions: KeptConditions
  channels: KeptChannel[]
}

/** The merchant's rules in the order in which they are tried, the default rule last. Index: routing_rules_in_order. */
export const listRules = async (ctx: Ctx): Promise<Output<typeof contract.listRoutes>['data']> =>
  (await readRules(ctx)).map(shownRule)

/** The same as they are stored. */
export const readRules = (ctx: Ctx): Promise<Rule[]> =>
  rules(ctx)
    .orderBy('is_default')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('routing_ref')
    .limit(limits.routingRules)
    .execute()

const rules = (ctx: Ctx) => allRules(ctx).where('deleted_at', 'is', null)
const allRules = (ctx: Ctx) =>
  ctx.own
    .select('routing_rules')
    .select(['routing_ref', 'version', 'name', 'conditions', 'channels', 'is_enabled', 'is_default', 'position'])
    .select(['created_at', 'updated_at'])

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
    position: body.position ?? Math.min((last ?? -1) + 1, limits.positionMost),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  ctx.auditSubject(rule.routing_ref, madeAs(toldOf(rule)))
  ctx.write(ctx.own.insert('routing_rules', { ...rule, ...written(rule), deleted_at: null }))
  keepVersion(ctx, rule)
  return shownRule(rule)
}

/** Replaces a rule. Throws `notFound`, and `changedMeanwhile` for another revision than the latest. */
export async function updateRule(ctx: Ctx, ref: string, body: Fields & { revision: number }): Promise<Shown> {
  await validate(ctx, body)
  const before = await lockRule(ctx, ref, body.revision)
  await expectNoTrial(ctx, ref)
  const { position = before.position } = body
  return change(ctx, before, { ...before, ...keptFields(body), position })
}

/** Makes a rule the default rule. The one that was is tried in its place among the others from then on. */
export async function makeDefault(ctx: Ctx, ref: string, { revision }: Seen): Promise<Shown> {
  const rule = await lockRule(ctx, ref, revision)
  if (!rule.is_default) {
    const former = await rules(ctx).where('is_default', '=', true).executeTakeFirst()
    await expectNoTrial(ctx, ref, former?.routing_ref)
    if (former) await save(ctx, { ...former, is_default: false })
    return change(ctx, rule, { ...rule, is_default: true })
  }
  ctx.auditSubject(ref)
  return shownRule(rule)
}

/**
 * Moves a rule before another one, or to the last place before the default rule. The positions of all follow from their order.
 * Throws `notFound` for a rule that is not there, and `wrongState` for the default rule, which has no place among the others.
 */
export async function moveRule(ctx: Ctx, ref: string, { revision, before }: Seen & { before?: string | undefined }) {
  // A rule of somebody else is unknown, whatever else is wrong.
  if (before !== undefined && !(await readRules(ctx)).some(({ routing_ref }) => routing_ref === before))
    throw new Fault('notFound')
  const rule = await lockRule(ctx, ref, revision)
  if (rule.is_default) throw new Fault('wrongState', { why: 'the default rule' })
  await expectNoTrial(ctx, ref)
  const others = (await readRules(ctx)).filter((one) => !one.is_default && one.routing_ref !== ref)
  const place = before === undefined ? others.length : others.findIndex((one) => one.routing_ref === before)
  if (place < 0) throw new Fault('notFound')
  for (const [at, { routing_ref: other, position }] of others.entries()) {
    const wanted = at < place ? at : at + 1
    if (position !== wanted)
      ctx.write(ctx.own.update('routing_rules').set({ position: wanted }).where('routing_ref', '=', other))
  }
  if (rule.position !== place) return change(ctx, rule, { ...rule, position: place })
  ctx.auditSubject(ref)
  return shownRule(rule)
}

/** The versions of a rule, the newest first. Throws `notFound`. Index: primary key. */
export async function listVersions(ctx: Ctx, ref: string): Promise<Output<typeof contract.listRouteVersions>> {
  const rule = await rules(ctx).where('routing_ref', '=', ref).executeTakeFirst()
  if (!rule) throw new Fault('notFound')
  const versions = await ctx.own
    .select('routing_versions')
    .select(['version', 'name', 'conditions', 'channels', 'is_enabled', 'is_default', 'created_by', 'created_at'])
    .where('routing_ref', '=', ref)
    .orderBy('version', 'desc')
    .limit(limits.pageSizeMost)
    .execute()
  return versions.map(({ conditions, ...version }) => ({ ...version, conditions: shownConditions(conditions) }))
}

/** Deletes a rule by marking it, as payments name it. Throws `wrongState` for the default rule. */
export async function deleteRule(ctx: Ctx, ref: string, { revision }: Seen): Promise<void> {
  const rule = await lockRule(ctx, ref, revision)
  ctx.auditSubject(ref, changesFrom(toldOf(rule), { name: '' }))
  if (rule.is_default) throw new Fault('wrongState', { why: 'the default rule' })
  await expectNoTrial(ctx, ref)
  ctx.write(
    ctx.own.update('routing_rules').set({ deleted_at: ctx.now, updated_at: ctx.now }).where('routing_ref', '=', ref),
  )
}

/** Locks the merchant's rules against other changes, and makes every process read them anew after the commit. */
export async function lockRules(ctx: Ctx): Promise<void> {
  await ctx.own
    .insert('routing_sets', { revision: 1n })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'environment']).doUpdateSet({ revision: sql`routing_sets.revision + 1` }),
    )
    .execute()
}

/** The rule, with the merchant's rules locked. Throws `notFound`, and `changedMeanwhile` for another revision than the latest. */
export async function lockRule(ctx: Ctx, ref: string, revision: number): Promise<Rule> {
  await lockRules(ctx)
  const rule = await findRule(ctx, ref)
  if (!rule) throw new Fault('notFound')
  if (rule.version !== revision) throw new Fault('changedMeanwhile')
  return rule
}

export const findRule = (ctx: Ctx, ref: string): Promise<Rule | undefined> =>
  rules(ctx).where('routing_ref', '=', ref).executeTakeFirst()

/** Throws `wrongState` while a version of one of the rules is rolled out: the arms would no longer be alike. */
async function expectNoTrial(ctx: Ctx, ...refs: (string | undefined)[]): Promise<void> {
  const running = await ctx.own
    .select('routing_rollouts')
    .select('routing_ref')
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (running && refs.includes(running.routing_ref)) throw new Fault('wrongState', { why: 'rolled out' })
}

async function change(ctx: Ctx, before: Rule, after: Rule): Promise<Shown> {
  ctx.auditSubject(before.routing_ref, changesFrom(toldOf(before), toldOf(after)))
  return shownRule(await save(ctx, after))
}

/**
 * Writes a rule as that of the other mode is, under the same reference: its next version where there is one, also of a rule
 * that was deleted, else its first.
 */
export async function copyRule(ctx: Ctx, rule: Rule): Promise<void> {
  await expectNoTrial(ctx, rule.routing_ref)
  const here = await allRules(ctx).where('routing_ref', '=', rule.routing_ref).executeTakeFirst()
  if (here) {
    await save(ctx, { ...rule, version: here.version })
    return
  }
  const first = { ...rule, version: 1, created_at: ctx.now, updated_at: ctx.now }
  await ctx.own.insert('routing_rules', { ...first, ...written(first), deleted_at: null }).execute()
  keepVersion(ctx, first)
}

/** Writes a rule's next version. */
export async function save(ctx: Ctx, rule: Rule): Promise<Rule> {
  const next = { ...rule, version: rule.version + 1, updated_at: ctx.now }
  await writeRule(ctx, next)
  keepVersion(ctx, next)
  return next
}

/** Makes a rule what one of its versions is. */
export async function writeRule(ctx: Ctx, next: Rule): Promise<void> {
  const { routing_ref: ref, created_at: _, ...columns } = next
  await ctx.own
    .update('routing_rules')
    .set({ ...columns, ...written(next), deleted_at: null })
    .where('routing_ref', '=', ref)
    .execute()
}

export function keepVersion(ctx: Ctx, rule: Rule): void {
  const { updated_at: created_at, ...version } = rule
  const row = { ...version, ...written(rule), created_at, created_by: ctx.actor.name }
  ctx.write(ctx.own.insert('routing_versions', row))
}

const written = ({ conditions, channels }: Rule) => ({
  conditions: JSON.stringify(conditions),
  channels: JSON.stringify(channels),
})

/** A rule as the audit log tells it. */
export const toldOf = ({ name, conditions, channels, is_enabled, is_default, position }: Rule) => ({
  name,
  enabled: is_enabled,
  default_rule: is_default,
  // As people count.
  position: position + 1,
  conditions: conditionsText(conditions),
  channels: channelsText(channels),
})
