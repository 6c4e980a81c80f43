import type { CopyDifference, CopyObstacle } from '#contract/channel-copies.ts'
import { limits } from '#contract/limits.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Changes } from '#server/kit/ctx.ts'
import { toldOf, type Rule } from '#server/routing/rules.ts'
import type { ChannelPlan } from './channel-plans.ts'
import type { Side } from './sides.ts'

/** What becomes of a routing rule in live mode. */
export interface RulePlan {
  /** As it is in live mode afterwards. */
  rule: Rule
  /** As it is in live mode; null where live mode has not got it. */
  before: Rule | null
  state: CopyDifference['rules'][number]['state']
  why: CopyObstacle | ''
  /** The channels that it names and that are not in live mode. */
  missing: string[]
  changes: Changes
}

/**
 * What becomes of each rule, by its reference, which is the same in both modes: those of test mode, then those that live mode
 * alone has. A default rule that stays behind takes no other its place.
 */
export function planRules(sandbox: Side, live: Side, channels: readonly ChannelPlan[]): RulePlan[] {
  const there = channelsThere(live, channels)
  let free = limits.routingRules - live.rules.length
  const plans = sandbox.rules.map((rule): RulePlan => {
    const missing = [...new Set(rule.channels.map(({ channel_key }) => channel_key))].filter((key) => !there.has(key))
    const before = live.rules.find(({ routing_ref }) => routing_ref === rule.routing_ref) ?? null
    if (missing.length > 0) return { ...planned({ rule, before }, 'blocked'), why: 'channel_missing', missing }
    if (!before && free-- <= 0) return { ...planned({ rule, before }, 'blocked'), why: 'no_place' }
    return planned({ rule, before }, before ? 'same' : 'make')
  })
  const isMoving = plans.some(({ rule, state }) => rule.is_default && state !== 'blocked')
  const own = plans.map((plan): RulePlan => {
    if (plan.state === 'blocked') return plan
    const { before } = plan
    const rule = isMoving ? plan.rule : { ...plan.rule, is_default: before?.is_default ?? false }
    return before ? changed(before, rule) : { ...plan, rule, changes: madeAs(toldOf(rule)) }
  })
  const copied = new Set(own.filter(({ state }) => state !== 'blocked').map(({ rule }) => rule.routing_ref))
  const others = live.rules.filter(({ routing_ref }) => !copied.has(routing_ref))
  const losing = others.filter((rule) => isMoving && rule.is_default)
  const known = new Set(own.map(({ rule }) => rule.routing_ref))
  const left = others
    .filter((rule) => !losing.includes(rule) && !known.has(rule.routing_ref))
    .map((rule) => planned({ rule, before: rule }, 'left'))
  return [...own, ...losing.map((rule) => changed(rule, { ...rule, is_default: false })), ...left]
}

function changed(before: Rule, rule: Rule): RulePlan {
  const changes = changesFrom(toldOf(before), toldOf(rule))
  const state = Object.keys(changes).length > 0 ? 'change' : 'same'
  return { ...planned({ rule, before }, state), changes }
}
const planned = (of: Pick<RulePlan, 'rule' | 'before'>, state: RulePlan['state']): RulePlan => ({
  ...of,
  state,
  why: '',
  missing: [],
  changes: {},
})

/** The channels that a rule of live mode can name afterwards. */
function channelsThere(live: Side, plans: readonly ChannelPlan[]): ReadonlySet<string> {
  const takes = ({ pay_type, provider }: Side['channels'][number]) => pay_type === 'PAYIN' && provider !== ''
  const made = plans.filter(({ state, row }) => state === 'make' && takes(row))
  return new Set([
    ...live.channels.filter(takes).map(({ channel_key }) => channel_key),
    ...made.map(({ channelKey }) => channelKey),
  ])
}
