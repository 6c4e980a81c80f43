import type { ChannelRow } from './rule-values.ts'

/** The channels of one rank, each with its place in the list that they are from. */
export interface RankGroup<Channel> {
  rank: number
  channels: { channel: Channel; at: number }[]
}

/** The channels by rank, the first rank first. */
export function ranksOf<Channel extends { rank: number }>(channels: readonly Channel[]): RankGroup<Channel>[] {
  const groups = Map.groupBy(
    channels.map((channel, at) => ({ channel, at })),
    ({ channel }) => channel.rank,
  )
  return [...groups].toSorted(([a], [b]) => a - b).map(([rank, members]) => ({ rank, channels: members }))
}

/**
 * A channel one step earlier or later. One that shares its rank gets a rank of its own beside it, one that is alone joins the
 * next rank. At the end nothing changes.
 */
export function stepped(channels: readonly ChannelRow[], at: number, by: -1 | 1): ChannelRow[] {
  const groups = ranksOf(channels)
  const from = groups.findIndex((group) => group.channels.some((one) => one.at === at))
  const isAlone = groups[from]?.channels.length === 1
  const next = groups[from + by]
  if (isAlone) return next ? joined(channels, at, next.rank) : [...channels]
  return parted(channels, at, by < 0 ? from : from + 1)
}

/** A channel among those of a rank. */
export const joined = (channels: readonly ChannelRow[], at: number, rank: number): ChannelRow[] =>
  numbered(channels.map((channel, index) => (index === at ? { ...channel, rank } : channel)))

/** A channel with a rank of its own, before the group at `place`. */
export function parted(channels: readonly ChannelRow[], at: number, place: number): ChannelRow[] {
  const before = ranksOf(channels)[place]?.rank ?? Infinity
  return numbered(
    channels.map((channel, index) =>
      index === at
        ? { ...channel, rank: before - 0.5 }
        : channel.rank >= before
          ? { ...channel, rank: channel.rank + 1 }
          : channel,
    ),
  )
}

/** Without gaps from 1, sorted by rank. */
export const numbered = (channels: readonly ChannelRow[]): ChannelRow[] =>
  ranksOf(channels).flatMap((group, place) => group.channels.map(({ channel }) => ({ ...channel, rank: place + 1 })))

/** How much of the orders each of some channels has, among those that are used; 0 where all weights are 0. */
export function sharesOf(channels: readonly { weight: number; is_enabled: boolean }[]): number[] {
  const weights = channels.map(({ weight, is_enabled }) => (is_enabled ? weight : 0))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (all === 0 ? 0 : weight / all))
}
