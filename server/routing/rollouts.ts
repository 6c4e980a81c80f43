import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/rollouts.ts'
import { limits } from '#contract/limits.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { compareRollout } from './rollout-job.ts'
import { keptFields, validate } from './rule-fields.ts'
import {
  columns,
  countArms,
  end,
  findRunning,
  listRollouts,
  noPayments,
  shown,
  takeBack,
  type Shown,
} from './rollout-rows.ts'
import { findRule, keepVersion, lockRule, toldOf, writeRule, type Rule } from './rules.ts'

type Wish = Input<typeof contract.beginRollout>['body']
type Seen = Pick<Wish, 'routing_ref' | 'revision'>

/** Lets a share of the orders go by a new version of a rule. Throws as its declaration says. */
export async function beginRollout(ctx: Ctx, { routing_ref: ref, revision, share, rule: wish }: Wish): Promise<Shown> {
  const rule = await lockRule(ctx, ref, revision)
  if (wish) await validate(ctx, wish, 'rule.')
  if (!wish && rule.is_enabled) throw new Fault('wrongState', { why: 'every order goes by this version' })
  // The rules are locked, so none begins between this look and the insert.
  if (await findRunning(ctx)) throw new Fault('wrongState', { why: 'another roll-out runs' })
  const version = rule.version + 1
  const fields = wish && keptFields(wish)
  const candidate: Rule = { ...rule, ...fields, is_enabled: true, version, updated_at: ctx.now }
  keepVersion(ctx, candidate)
  const rollout = await ctx.own
    .insert('routing_rollouts', {
      rollout_id: newId(),
      routing_ref: ref,
      version,
      control_version: rule.is_enabled ? rule.version : 0,
      share,
      state: 'running',
      began_at: ctx.now,
      began_by: ctx.actor.name,
      compared_at: null,
      ended_at: null,
      arms: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  ctx.auditSubject(ref, {
    ...changesFrom(toldOf(rule), toldOf(candidate)),
    ...madeAs({ version, share: `${share} %` }),
  })
  ctx.enqueue(compareRollout, { rolloutId: rollout.rollout_id }, { after: limits.rolloutHours * 3_600 })
  return shown(rollout, noPayments)
}

/** The latest roll-out of a rule, and the rule of which one is running. Throws `notFound`. Index: routing_rollouts_by_rule. */
export async function readRollout(ctx: Ctx, ref: string): Promise<Output<typeof contract.readRollout>> {
  if (!(await findRule(ctx, ref))) throw new Fault('notFound')
  const [[rollout], running] = await Promise.all([listRollouts(ctx, ref), findRunning(ctx)])
  return {
    rollout: rollout ? shown(rollout, rollout.arms ?? (await countArms(ctx, rollout.rollout_id))) : null,
    running_ref: running?.routing_ref ?? '',
  }
}

/** Takes the tried version back by hand. Throws `wrongState` when none is tried. */
export async function takeBackRollout(ctx: Ctx, { routing_ref: ref, revision }: Seen): Promise<Shown> {
  const rule = await lockRule(ctx, ref, revision)
  const running = await expectRunning(ctx, ref)
  ctx.auditSubject(ref, madeAs({ version: running.version }))
  return takeBack(ctx, rule, running, await countArms(ctx, running.rollout_id))
}

/** Makes the tried version the rule for all orders. Throws `wrongState` when none is tried. */
export async function completeRollout(ctx: Ctx, { routing_ref: ref, revision }: Seen): Promise<Shown> {
  const rule = await lockRule(ctx, ref, revision)
  const running = await expectRunning(ctx, ref)
  const { name, conditions, channels } = await ctx.own
    .select('routing_versions')
    .select(['name', 'conditions', 'channels'])
    .where('routing_ref', '=', ref)
    .where('version', '=', running.version)
    .executeTakeFirstOrThrow()
  const whole = { ...rule, name, conditions, channels, is_enabled: true, version: running.version, updated_at: ctx.now }
  ctx.auditSubject(ref, { ...changesFrom(toldOf(rule), toldOf(whole)), ...madeAs({ version: running.version }) })
  await writeRule(ctx, whole)
  return end(ctx, running, 'whole', await countArms(ctx, running.rollout_id))
}

async function expectRunning(ctx: Ctx, ref: string) {
  const running = await findRunning(ctx)
  if (running?.routing_ref !== ref) throw new Fault('wrongState', { why: 'no roll-out runs' })
  return running
}
