import { listedWays } from '#checkout/view.ts'
import type { Standing } from '#server/payables/payable.ts'
import { waysFor, type OfferedWay } from '#server/channels/ways.ts'

/**
 * The ways to pay a payable: those of the merchant's channels for its country and currency, limited to the payable's
 * methods. The page has one card form, and its token is spent at the channel that gave it: other channels' ways with a card are
 * left out.
 */
export function waysTaken(rows: Parameters<typeof waysFor>[0], standing: Standing): OfferedWay[] {
  const { methods } = standing
  const taken = waysFor(rows, standing).filter(({ type }) => methods === null || methods.includes(type))
  const cardChannel = listedWays(taken).find(asksCard)?.channelKey
  return taken.filter((way) => !asksCard(way) || way.channelKey === cardChannel)
}

const asksCard = ({ asks }: OfferedWay): boolean => asks.includes('card')
