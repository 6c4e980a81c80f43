import { sql } from 'kysely'
import type { OfferedMethod } from '#contract/methods.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { createLru } from '#server/kit/process/lru.ts'
import type { Rule } from './decide.ts'

/** A rest of a channel in one way to pay, over or not. */
export interface Rest {
  channel_key: string
  type: OfferedMethod
  sub_type: string
  until: Date
  /** When the last try began; null when none is under way. */
  triedAt: Date | null
}

/** What a merchant's decisions are made by. */
export interface Routing {
  /** Those that are enabled or rolled out, in the order in which they are tried. */
  rules: readonly Rule[]
  rests: readonly Rest[]
  timeZone: string
}

/** What decides about a payable: no rule about one that names its channels. */
export const routingOf = (routing: Routing, { channels }: { channels?: readonly string[] }): Routing =>
  channels ? { ...routing, rules: [] } : routing

const none: Routing = { rules: [], rests: [], timeZone: 'UTC' }

/**
 * The merchant's rules and resting channels, as they are at this moment. One statement that can be sent with others. The rules
 * come along only when they have changed since this process read them. Index: primary keys.
 */
export async function readRouting(ctx: Pick<Ctx, 'db' | 'owner'>): Promise<Routing> {
  const name = `${ctx.owner.merchantId} ${ctx.owner.environment}`
  const known = knownRules.recall(name)
  const [row] = (await ctx.db.executeQuery(rulesAndRests({ ...ctx.owner, known: known?.revision ?? -1n }))).rows
  if (!row) return none
  const rules = row.rules ?? known?.rules ?? []
  if (row.rules) knownRules.remember(name, { revision: row.revision, rules })
  const rests = (row.rests ?? []).map(({ until, tried_at: tried, ...rest }) => ({
    ...rest,
    until: new Date(until),
    triedAt: tried === null ? null : new Date(tried),
  }))
  return { rules, rests, timeZone: row.time_zone }
}
const knownRules = createLru<{ revision: bigint; rules: readonly Rule[] }>()

type WireRest = Omit<Rest, 'until' | 'triedAt'> & { until: string; tried_at: string | null }
const rulesAndRests = statement(({ merchantId, environment, known }: Places<Owner & { known: bigint }>) =>
  build
    .selectFrom('routing_sets')
    .select([
      'revision',
      sql<Rule[] | null>`case when revision <> ${known} then coalesce((
        select jsonb_agg(jsonb_build_object('routing_ref', r.routing_ref, 'version', r.version, 'is_default', r.is_default,
          'conditions', r.conditions, 'channels', r.channels, 'trial', case when o.rollout_id is not null then
            jsonb_build_object('rollout_id', o.rollout_id, 'share', o.share, 'version', o.version, 'conditions', v.conditions,
              'channels', v.channels, 'is_new', not r.is_enabled) end) order by r.position, r.created_at, r.routing_ref)
        from routing_rules r
        left join routing_rollouts o on o.merchant_id = ${merchantId} and o.environment = ${environment}
          and o.routing_ref = r.routing_ref and o.state = 'running'
        left join routing_versions v on v.merchant_id = ${merchantId} and v.environment = ${environment}
          and v.routing_ref = o.routing_ref and v.version = o.version
        where r.merchant_id = ${merchantId} and r.environment = ${environment} and r.deleted_at is null
          and (r.is_enabled or o.rollout_id is not null)
      ), '[]') end`.as('rules'),
      sql<WireRest[] | null>`(
        select jsonb_agg(jsonb_build_object('channel_key', c.channel_key, 'type', c.type, 'sub_type', c.sub_type,
          'until', c.until, 'tried_at', c.tried_at))
        from channel_rests c where c.merchant_id = ${merchantId} and c.environment = ${environment}
      )`.as('rests'),
      sql<string>`(select m.time_zone from merchants m where m.merchant_id = ${merchantId})`.as('time_zone'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('environment', '=', environment),
)
