import { cardBrands, type CardAcceptance } from '#checkout/view.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { OfferedWay } from '#server/channels/ways.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * The card entry of the channel that takes cards, with the brands that it takes; null when none does. The page has one
 * card form, so the channel of the first way with a card decides, as it does in `startAttempt`.
 */
export async function cardOf(ctx: Ctx, offered: readonly OfferedWay[]): Promise<CardAcceptance | null> {
  const first = offered.find(({ asks }) => asks.includes('card'))
  if (!first) return null
  const { provider, credentials } = await channelOf(ctx, first.channelKey)
  const entry = ctx.services.provider(provider, credentials).cardEntry()
  const ofChannel = offered.filter(({ channelKey }) => channelKey === first.channelKey)
  return entry && { channel: first.channelKey, provider, ...entry, brands: cardBrands(ofChannel) }
}
