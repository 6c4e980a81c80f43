import { cardBrands, listedWays, type CardAcceptance } from '#checkout/view.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { PageWay } from './page-ways.ts'

/**
 * The card entry of the channel that takes cards, with the brands that it takes; null when no listed way asks for one. All
 * ways that do are of one channel (`pageWays`).
 */
export async function cardOf(ctx: Ctx, offered: readonly PageWay[]): Promise<CardAcceptance | null> {
  const first = listedWays(offered).find(({ asks }) => asks.includes('card'))
  if (!first) return null
  const { provider, credentials, environment } = await channelOf(ctx, first.channelKey)
  const entry = ctx.services.provider(provider, credentials, environment).cardEntry()
  const ofChannel = offered.filter(({ channelKey }) => channelKey === first.channelKey)
  return entry && { provider, ...entry, brands: cardBrands(ofChannel) }
}
