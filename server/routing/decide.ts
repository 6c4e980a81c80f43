import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { OfferedMethod, Way } from '#contract/methods.ts'
import type { RoutingReason, SkipReason } from '#contract/routing.ts'
import type { KeptChannel, KeptConditions, Skipped } from '#server/db/kept-routing.ts'
import { unmet, type RoutedOrder } from './conditions.ts'
import { drawOf } from './draw.ts'
import { armOf, rulesOfArm, type InArm, type Trial } from './rollout-arm.ts'

/** A rule that is enabled. */
export interface Rule {
  routing_ref: string
  version: number
  is_default: boolean
  conditions: KeptConditions
  channels: readonly KeptChannel[]
  /** The version that is rolled out; of all rules one at most has one. */
  trial?: Trial | null
}

/** A channel that has the way to pay, and why it cannot take this order; null where it can. */
export interface Taker {
  channelKey: string
  unfit: SkipReason | null
}

interface Question {
  order: RoutedOrder
  way: Pick<Way, 'type' | 'subType'>
  /** The channels in the order that applies without a rule. */
  takers: readonly Taker[]
  /** Channels that rest in this way to pay. */
  resting: ReadonlySet<string>
  /** Channels at which an attempt of this order failed by the provider's fault. */
  left: ReadonlySet<string>
}

export interface Choice {
  channelKey: string
  reason: RoutingReason
  /** Empty and 0 without a rule. */
  routingRef: string
  version: number
  rank: number
}

export interface Decision {
  /** The channels in the order in which they are tried. */
  choices: readonly Choice[]
  /** Channels of the rules that were passed over. */
  skipped: readonly Skipped[]
  /** The arm of the order, where a rule that is rolled out decides about it in either arm; null elsewhere. */
  rollout: InArm | null
}

/**
 * Decides which channels an order goes to: those of the first rule whose conditions hold, by rank and then by weight, then
 * those of the default rule, then the others in the order that applies without a rule. Channels that rest or were left come
 * last, without a rule. A channel that cannot take the order is never among them. Pure: the same question has the same answer.
 * @param rules those that are enabled, in the order in which they are tried.
 */
export function decide(rules: readonly Rule[], question: Question): Decision {
  const rolled = rules.find(({ trial }) => trial)
  if (!rolled?.trial) return { ...decideBy(rules, question), rollout: null }
  const { trial, routing_ref: ref } = rolled
  const arms = { candidate: rulesOfArm(rules, 'candidate'), control: rulesOfArm(rules, 'control') }
  const arm = armOf(trial, question.order.merchantOrderRef)
  const isAbout = Object.values(arms).some((ofArm) => fitting(ofArm, question)[0]?.routing_ref === ref)
  return {
    ...decideBy(arms[arm], question),
    rollout: isAbout ? { rolloutId: trial.rollout_id, arm } : null,
  }
}

/** The first rule whose conditions hold, and behind it the default rule. */
const fitting = (rules: readonly Rule[], { order, way }: Question): Rule[] =>
  [false, true].flatMap(
    (wanted) => rules.find((one) => one.is_default === wanted && unmet(one.conditions, order, way) === null) ?? [],
  )

function decideBy(rules: readonly Rule[], question: Question): Omit<Decision, 'rollout'> {
  const { order, way, takers, resting, left } = question
  const choices: Choice[] = []
  const skipped: Skipped[] = []
  for (const rule of fitting(rules, question)) {
    const eligible: KeptChannel[] = []
    for (const channel of rule.channels.filter((one) => isFor(one, way.type))) {
      const why = skipOf(channel, question)
      if (why) skipped.push({ channel_key: channel.channel_key, why })
      else eligible.push(channel)
    }
    for (const choice of inOrder(rule, eligible, order.merchantOrderRef))
      if (!choices.some(({ channelKey }) => channelKey === choice.channelKey)) choices.push(choice)
  }
  const others = takers.filter(
    ({ channelKey, unfit }) => unfit === null && !choices.some((choice) => choice.channelKey === channelKey),
  )
  const isLast = ({ channelKey }: Taker) => resting.has(channelKey) || left.has(channelKey)
  const plain = (reason: RoutingReason) => (taker: Taker) => withoutRule(taker.channelKey, reason)
  return {
    choices: [
      ...choices,
      ...others.filter((taker) => !isLast(taker)).map(plain('order')),
      ...others.filter(isLast).map(plain('last')),
    ],
    skipped: skipped.filter(({ channel_key: key }, at) => skipped.findIndex((one) => one.channel_key === key) === at),
  }
}

/**
 * The channels that a rule gives an order in a method, in the order in which they are tried: what `decide` chooses where the
 * rule's conditions hold and each channel can take the order.
 */
export function channelsOf(rule: Rule, method: OfferedMethod, merchantOrderRef: string): string[] {
  const on = rule.channels.filter((channel) => channel.is_enabled && isFor(channel, method))
  return [...new Set(inOrder(rule, on, merchantOrderRef).map(({ channelKey }) => channelKey))]
}

export const withoutRule = (channelKey: string, reason: RoutingReason): Choice => ({
  channelKey,
  reason,
  routingRef: '',
  version: 0,
  rank: 0,
})

const isFor = ({ method_key }: KeptChannel, type: OfferedMethod) => method_key === '' || method_key === type

function skipOf(channel: KeptChannel, { takers, resting, left }: Question): SkipReason | null {
  const { channel_key: key } = channel
  if (!channel.is_enabled) return 'switched_off'
  const taker = takers.find(({ channelKey }) => channelKey === key)
  if (!taker) return isExternal(key) ? 'external' : 'way'
  if (taker.unfit) return taker.unfit
  if (left.has(key)) return 'left'
  return resting.has(key) ? 'resting' : null
}
/** Whether the channel only reconciles. A further connection's key has a number behind the catalogue key. */
const isExternal = (key: string): boolean => catalogueEntry(key.replace(/_\d$/, ''))?.type === 'External'

function inOrder(rule: Rule, channels: readonly KeptChannel[], merchantOrderRef: string): Choice[] {
  const ranks = Map.groupBy(channels, ({ rank }) => rank)
  const { routing_ref: routingRef, version } = rule
  return [...ranks]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([rank, equals]) =>
      drawn(rule, equals, merchantOrderRef).map((channelKey): Choice => {
        const reason = rule.is_default ? 'default' : equals.length > 1 ? 'weight' : 'rank'
        return { channelKey, reason, routingRef, version, rank }
      }),
    )
}

/** The keys of channels of equal rank, the winner of the draw first. */
function drawn({ routing_ref: routingRef }: Rule, equals: readonly KeptChannel[], merchantOrderRef: string): string[] {
  if (equals.length === 1) return equals.map((channel) => channel.channel_key)
  return equals
    .map(({ channel_key: channelKey, weight }) => ({
      channelKey,
      place: drawOf({ routingRef, channelKey, weight }, merchantOrderRef),
    }))
    .toSorted((one, other) => other.place - one.place || (one.channelKey < other.channelKey ? -1 : 1))
    .map(({ channelKey }) => channelKey)
}
