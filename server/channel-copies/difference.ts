import { createHash } from 'node:crypto'
import type { copyToLive } from '#contract/channel-copies.ts'
import type { Output } from '#contract/kit/call.ts'
import { named, wayName } from '#server/channels/methods.ts'
import { canonicalJson } from '#server/kit/audit/audit-chain.ts'
import type { Changes } from '#server/kit/ctx.ts'
import { shownConditions } from '#server/routing/rule-fields.ts'
import type { Rule } from '#server/routing/rules.ts'
import { planChannels, type Able, type ChannelPlan } from './channel-plans.ts'
import { planRules, type RulePlan } from './rule-plans.ts'
import type { Side } from './sides.ts'
import { planWays, type WayPlan } from './way-plans.ts'

/** All that copying does. */
export interface Plan {
  channels: ChannelPlan[]
  ways: WayPlan[]
  rules: RulePlan[]
  /** Another one as soon as anything that is written or shown is another. */
  digest: string
}

/** What has to be done so that live mode has what test mode has, as far as it can. */
export function planCopy({ sandbox, live }: { sandbox: Side; live: Side }, able: Able): Plan {
  const channels = planChannels(sandbox, live, able)
  const ways = planWays(sandbox, live, channels)
  const rules = planRules(sandbox, live, channels)
  const digest = createHash('sha256')
    .update(
      canonicalJson([
        channels.map(({ channelKey, row, state, why, changes }) => [
          channelKey,
          row.name,
          row.country,
          state,
          why,
          changes,
        ]),
        ways.map(({ channelKey, type, subType, setting, changes }) => [
          channelKey,
          type,
          subType,
          { ...setting },
          changes,
        ]),
        rules.map(({ rule, before, ...plan }) => [withoutTimes(rule), before && withoutTimes(before), plan]),
      ]),
    )
    .digest('hex')
  return { channels, ways, rules, digest }
}

const withoutTimes = ({ created_at: _, updated_at: __, ...rule }: Rule) => rule

/** What a plan changes of a channel, with its ways to pay. */
export const changesOf = ({ ways }: Plan, { channelKey, changes }: ChannelPlan): Changes =>
  Object.assign(
    { ...changes },
    ...ways.filter((way) => way.channelKey === channelKey).map((way) => named(wayName(way), way.changes)),
  )

/** A plan as answers carry it. A channel whose ways alone change is changed. */
export const shownPlan = (plan: Plan): Output<typeof copyToLive> => ({
  digest: plan.digest,
  channels: plan.channels.map((channel) => {
    const { channelKey, row, state, why } = channel
    const changes = changesOf(plan, channel)
    const stays = state === 'same' || state === 'left'
    return {
      channel_key: channelKey,
      catalogue_key: row.catalogue_key,
      name: row.name,
      state: stays && Object.keys(changes).length > 0 ? 'change' : state,
      why,
      changes,
    }
  }),
  rules: plan.rules.map(({ rule, before, ...rest }) => ({
    routing_ref: rule.routing_ref,
    name: rule.name,
    before: before && saidOf(before),
    after: saidOf(rule),
    ...rest,
  })),
})

const saidOf = ({ conditions, channels }: Rule) => ({
  conditions: shownConditions(conditions),
  channels: channels.map((channel) => ({ ...channel })),
})
