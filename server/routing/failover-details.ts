import { sql } from 'kysely'
import { inFlightStates } from '#contract/payment-states.ts'
import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { readFailover } from '#contract/routing.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { providerFault } from './rests.ts'
import { shownConditions } from './rule-fields.ts'

type Details = Output<typeof readFailover>
type Attempt = Details['attempts'][number]

/** How the attempts of a payment's order were routed. Throws `notFound`. Indexes: primary keys, payments_by_order. */
export async function failoverDetails(ctx: Ctx, orderRef: string): Promise<Details> {
  const payment = await ctx.own
    .select('payments')
    .select('merchant_order_ref')
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
  if (!payment) throw new Fault('notFound')
  const rows = await listAttempts(ctx, payment.merchant_order_ref)
  const [versions, rolledOut] = [await listVersions(ctx, rows), await listRolledOut(ctx, rows)]
  const nameOf = (ref: string, version: number) =>
    versions.find((one) => one.routing_ref === ref && one.version === version)?.name ?? ''
  return {
    merchant_order_ref: payment.merchant_order_ref,
    attempts: rows.map(({ routing_version, routing_skipped, status_reason, ...row }) => ({
      ...row,
      status_reason: status_reason as DeclineReason | '',
      channel_name: row.channel_name ?? row.channel_key,
      rule_name: nameOf(row.routing_ref, routing_version),
      rule_version: routing_version,
      rollout: rolledOut.get(row.order_ref) ?? null,
      why_left: whyLeft(row.status, status_reason),
      skipped: routing_skipped ?? [],
    })),
    rules: versions.map(({ conditions, ...version }) => ({ ...version, conditions: shownConditions(conditions) })),
  }
}

function whyLeft(status: Attempt['status'], reason: string): Attempt['why_left'] {
  if (status === 'Success' || (inFlightStates as readonly string[]).includes(status)) return ''
  if (reason === providerFault) return 'provider_fault'
  return status === 'Expired' ? 'expired' : 'declined'
}

const channelName = ({ merchantId, environment }: Owner) =>
  sql<string | null>`(
    select c.name from (select * from payment_channels where merchant_id = ${merchantId} and environment = ${environment}) c
    where c.channel_key = payments.channel_key)`.as('channel_name')
const listAttempts = (ctx: Ctx, merchantOrderRef: string) =>
  ctx.own
    .select('payments')
    .select(['payments.channel_key', channelName(ctx.owner), 'payments.created_at'])
    .select(['order_ref', 'status', 'status_reason', 'routing_rank as rank', 'routing_ref', 'routing_version'])
    .select(['routing_reason as why_chosen', 'routing_skipped', 'failover_from', 'failover_next', 'updated_at'])
    .where('merchant_order_ref', '=', merchantOrderRef)
    .orderBy('payments.created_at')
    .orderBy('order_ref')
    .limit(limits.pageSizeMost)
    .execute()

/** The versions of rules by which attempts were routed. Index: primary key. */
async function listVersions(ctx: Ctx, rows: readonly { routing_ref: string; routing_version: number }[]) {
  const used = rows.filter(({ routing_ref: ref }) => ref !== '')
  if (used.length === 0) return []
  const all = await ctx.own
    .select('routing_versions')
    .select(['routing_ref', 'version', 'name', 'conditions', 'channels'])
    .where('routing_ref', 'in', [...new Set(used.map(({ routing_ref: ref }) => ref))])
    .where('version', 'in', [...new Set(used.map(({ routing_version: version }) => version))])
    .execute()
  return all.filter((one) =>
    used.some((row) => row.routing_ref === one.routing_ref && row.routing_version === one.version),
  )
}

/**
 * The roll-outs that decided about attempts, with the arm of each, by the attempt's reference. Those that ran at the time are
 * looked for first: a merchant has few, and the attempts are found by their names. Indexes: primary keys.
 */
async function listRolledOut(ctx: Ctx, rows: readonly { order_ref: string; created_at: Date }[]) {
  const times = rows.map(({ created_at: at }) => at.getTime())
  const ran = await ctx.own
    .select('routing_rollouts')
    .innerJoin('routing_versions as v', (join) =>
      join
        .on('v.merchant_id', '=', ctx.owner.merchantId)
        .on('v.environment', '=', ctx.owner.environment)
        .onRef('v.routing_ref', '=', 'routing_rollouts.routing_ref')
        .onRef('v.version', '=', 'routing_rollouts.version'),
    )
    .select(['rollout_id', 'routing_rollouts.routing_ref', 'routing_rollouts.version', 'control_version', 'share'])
    .select('v.name as rule_name')
    .where('began_at', '<=', new Date(Math.max(...times) + slackMs))
    .where((either) =>
      either.or([either('ended_at', 'is', null), either('ended_at', '>=', new Date(Math.min(...times) - slackMs))]),
    )
    .execute()
  if (ran.length === 0) return new Map<string, NonNullable<Attempt['rollout']>>()
  const arms = await ctx.own
    .select('rollout_payments')
    .select(['rollout_id', 'order_ref', 'arm'])
    .where(
      'rollout_id',
      'in',
      ran.map((one) => one.rollout_id),
    )
    .where(
      'order_ref',
      'in',
      rows.map((one) => one.order_ref),
    )
    .execute()
  return new Map(
    arms.flatMap(({ rollout_id: id, order_ref: ref, arm }) =>
      ran
        .filter((one) => one.rollout_id === id)
        .map(({ rollout_id: _, ...rollout }) => [ref, { ...rollout, arm }] as const),
    ),
  )
}
/** A process may read the rules before a roll-out ends and write its attempt after. */
const slackMs = 60_000
