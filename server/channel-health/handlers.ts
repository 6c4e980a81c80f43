import type * as contract from '#contract/channel-health.ts'
import { fieldFault } from '#contract/faults.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { entryOf, findConnected, providerOf } from '#server/channels/connections.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { beginRests, endRests } from '#server/routing/rest-by-hand.ts'
import { healthOfOne, listEnabledWays, readHealth } from './health.ts'

export const handlers: Handlers<typeof contract> = {
  readChannelHealth: (ctx) => readHealth(ctx),

  async restChannel(ctx, { path: { channelKey }, body }) {
    const { minutes, reason } = body
    const ways = await waysToRest(ctx, channelKey, body)
    await beginRests(ctx, channelKey, { ways, minutes, reason })
    ctx.auditSubject(channelKey, madeAs({ ways: wayNames(ways), minutes, reason }))
    return healthOfOne(ctx, channelKey)
  },

  async endChannelRest(ctx, { path: { channelKey }, body }) {
    await findConnected(ctx, channelKey)
    const { type, sub_type: subType = '', reason } = body
    const ways = await endRests(ctx, channelKey, { way: type ? { type, subType } : null, reason })
    ctx.auditSubject(channelKey, madeAs({ ways: wayNames(ways), reason }))
    return healthOfOne(ctx, channelKey)
  },
}

type WayKey = { type: OfferedMethod; subType: string }
interface Wish {
  type?: OfferedMethod | undefined
  sub_type?: string | undefined
}

/**
 * The way to pay that is named, or each that is enabled. Throws `channelUnknown`, `channelNotSupported` for a channel that only
 * reconciles, and `methodUnknown` for a way that the channel has not, or for none.
 */
async function waysToRest(ctx: Ctx, channelKey: string, { type, sub_type: subType = '' }: Wish): Promise<WayKey[]> {
  const entry = entryOf((await findConnected(ctx, channelKey)).catalogue_key)
  providerOf(ctx, entry)
  const ways = entry.ways.map((way) => ({ type: way.type, subType: way.subType }))
  const enabled = type ? [] : await listEnabledWays(ctx, channelKey)
  const wanted = ways.filter((way) =>
    type
      ? way.type === type && way.subType === subType
      : enabled.some((one) => one.type === way.type && one.sub_type === way.subType),
  )
  if (wanted.length === 0) throw fieldFault('methodUnknown', 'type', 'no_such_way')
  return wanted
}

const wayNames = (ways: readonly WayKey[]): string =>
  ways.map(({ type, subType }) => (subType ? `${type}.${subType}` : type)).join(', ')
