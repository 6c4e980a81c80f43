import { sql } from 'kysely'
import type { Output } from '#contract/kit/call.ts'
import { endedStates } from '#contract/payment-states.ts'
import type { RolloutArm } from '#contract/routing-shapes.ts'
import type * as contract from '#contract/rollouts.ts'
import type { KeptArm, KeptArms } from '#server/db/kept-routing.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { save, type Rule } from './rules.ts'
import { twoProportionZ, wilson } from './statistics.ts'

export type Shown = Output<typeof contract.beginRollout>
type Kept = Awaited<ReturnType<typeof listRollouts>>[number]

/** The roll-out that is running; a merchant has one at most. */
export const findRunning = (ctx: Ctx): Promise<Kept | undefined> =>
  rollouts(ctx).where('state', '=', 'running').executeTakeFirst()

export const listRollouts = (ctx: Ctx, ref: string) =>
  rollouts(ctx).where('routing_ref', '=', ref).orderBy('began_at', 'desc').limit(1).execute()

export const columns = [
  'rollout_id', 'routing_ref', 'version', 'control_version', 'share', 'state', 'arms', 'began_at', 'began_by', 'compared_at',
  'ended_at', 'ended_by',
] as const // prettier-ignore
const rollouts = (ctx: Ctx) => ctx.own.select('routing_rollouts').select(columns)

/**
 * What the payments of each arm have come to. An attempt that followed one by failover is none of its own. Indexes: primary
 * keys.
 */
export async function countArms(ctx: Ctx, rolloutId: string): Promise<KeptArms> {
  const rows = await ctx.own
    .select('rollout_payments')
    .innerJoin('payments as p', (join) =>
      join
        .on('p.merchant_id', '=', ctx.owner.merchantId)
        .on('p.environment', '=', ctx.owner.environment)
        .onRef('p.order_ref', '=', 'rollout_payments.order_ref'),
    )
    .select(({ fn }) => [
      'arm',
      fn.countAll<bigint>().as('payments'),
      fn.countAll<bigint>().filterWhere('p.status', 'in', endedStates).as('ended'),
      fn.countAll<bigint>().filterWhere('p.status', '=', sql.lit('Success')).as('succeeded'),
    ])
    .where('rollout_id', '=', rolloutId)
    .where('p.failover_from', '=', '')
    .groupBy('arm')
    .execute()
  const of = (arm: RolloutArm): KeptArm => {
    const { payments = 0n, ended = 0n, succeeded = 0n } = rows.find((row) => row.arm === arm) ?? {}
    return { payments: Number(payments), ended: Number(ended), succeeded: Number(succeeded) }
  }
  return { candidate: of('candidate'), control: of('control') }
}
export const noPayments: KeptArms = {
  candidate: { payments: 0, ended: 0, succeeded: 0 },
  control: { payments: 0, ended: 0, succeeded: 0 },
}

/** How many standard errors the tried version does worse. */
export const worseBy = ({ candidate, control }: KeptArms): number | null =>
  twoProportionZ(trialsOf(control), trialsOf(candidate))
const trialsOf = ({ ended, succeeded }: KeptArm) => ({ of: ended, succeeded })

export function shown({ arms: _, ...rollout }: Kept, arms: KeptArms): Shown {
  const [candidate, control] = [shownArm(arms.candidate), shownArm(arms.control)]
  const isAutomatic = rollout.state === 'taken_back' && rollout.ended_by === ''
  return { ...rollout, candidate, control, z: worseBy(arms), is_automatic: isAutomatic }
}

function shownArm(arm: KeptArm): Shown['candidate'] {
  if (arm.ended === 0) return { ...arm, share: 0, low: 0, high: 0 }
  return { ...arm, share: arm.succeeded / arm.ended, ...wilson(trialsOf(arm)) }
}

/**
 * Makes the rule what it was before, as its next version; the tried version stays among its versions.
 * @param rule the rule that is rolled out, locked.
 */
export async function takeBack(ctx: Ctx, rule: Rule, rollout: Kept, arms: KeptArms): Promise<Shown> {
  await save(ctx, { ...rule, version: rollout.version })
  return end(ctx, rollout, 'taken_back', arms)
}

/** Ends a roll-out, and keeps what its arms had come to. */
export async function end(ctx: Ctx, rollout: Kept, state: 'taken_back' | 'whole', arms: KeptArms): Promise<Shown> {
  const ended = { state, ended_at: ctx.now, ended_by: ctx.actor.name }
  await ctx.own
    .update('routing_rollouts')
    .set({ ...ended, arms: JSON.stringify(arms) })
    .where('rollout_id', '=', rollout.rollout_id)
    .execute()
  return shown({ ...rollout, ...ended }, arms)
}
