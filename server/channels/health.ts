import type { ChannelHealthState } from '#contract/channel-shapes.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { takesPayments, type ConnectedRow } from './connections.ts'

/** A rest of a channel in one way to pay, over or not. */
export interface KnownRest {
  channel_key: string
  type: OfferedMethod
  sub_type: string
  until: Date
}

/** The rests of the owner's channels. Index: primary key. */
export const listRests = (ctx: Ctx): Promise<KnownRest[]> =>
  ctx.own.select('channel_rests').select(['channel_key', 'type', 'sub_type', 'until']).execute()

type Facts = Pick<ConnectedRow, 'channel_key' | 'is_enabled' | 'credentials_state' | 'pay_type' | 'provider'>

/** How a channel works: as badly as its worst way to pay. */
export function healthOf(channel: Facts, rests: readonly KnownRest[], now: Date): ChannelHealthState {
  const own = rests.filter((rest) => rest.channel_key === channel.channel_key)
  if (own.length === 0) return healthOfWay(channel, undefined, now)
  const all = own.map((rest) => healthOfWay(channel, rest, now))
  return all.includes('resting') ? 'resting' : (all[0] ?? 'none')
}

/** How a channel works in one way to pay. Refused credentials outweigh every rest. */
export function healthOfWay(channel: Facts, rest: KnownRest | undefined, now: Date): ChannelHealthState {
  if (!channel.is_enabled || !takesPayments(channel)) return 'none'
  if (channel.credentials_state === 'refused') return 'refused'
  if (!rest) return 'working'
  return rest.until > now ? 'resting' : 'trying'
}
