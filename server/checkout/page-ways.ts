import { listedWays } from '#checkout/view.ts'
import { atChannel, type AtChannel } from '#server/channels/at-channel.ts'
import type { OfferedWay } from '#server/channels/ways.ts'

/** A way to pay with what its channel asks for. */
export type PageWay = OfferedWay & AtChannel

/**
 * The ways that the page offers. It has one card form, whose token is spent at the channel that gave it: a way with a card at
 * another channel is left out.
 */
export function pageWays(offered: readonly OfferedWay[]): PageWay[] {
  const ways = offered.map((way) => ({ ...way, ...atChannel(way, way.catalogueKey) }))
  const cardChannel = listedWays(ways).find(asksCard)?.channelKey
  return ways.filter((way) => !asksCard(way) || way.channelKey === cardChannel)
}

const asksCard = ({ asks }: PageWay): boolean => asks.includes('card')
