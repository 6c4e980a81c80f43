import { listImportable } from '#contract/channel-imports.ts'
import { addChannel, listCatalogue, listConnections, listOwnChannels } from '#contract/channels.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { listPayChannels, listPayMethods } from '#contract/merchants.ts'
import { readGetStarted } from '#contract/get-started.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useChannelKind } from './pay-type.tsx'

export type OwnChannel = WireOutput<typeof listOwnChannels>[number]
export type Entry = WireOutput<typeof listCatalogue>[number]
export type Connected = WireOutput<typeof addChannel>

/** The calls whose answers an act on a channel makes stale. */
export const ofChannels = [
  listOwnChannels,
  listConnections,
  listCatalogue,
  listPayChannels,
  listPayMethods,
  readGetStarted,
  listImportable,
] as const

/** The merchant's channels, for payments or for payouts, and the catalogue of those that it can connect. */
export function useChannels() {
  const { payType } = useChannelKind()
  const own = useCall(listOwnChannels, { query: {} })
  const catalogue = useCall(listCatalogue, { body: { pmt_type: payType } })
  return {
    own: own.data?.filter((channel) => channel.pay_type === payType),
    catalogue: catalogue.data,
    query: { error: own.error ?? catalogue.error, refetch: () => Promise.all([own.refetch(), catalogue.refetch()]) },
  }
}

/** Whether the channel is the only one left through which the merchant is paid. */
export const isLast = (channel: OwnChannel, own: readonly OwnChannel[]): boolean =>
  channel.pay_type === 'PAYIN' &&
  own.every(
    ({ key, is_enabled, type, pay_type }) =>
      key === channel.key || !is_enabled || type === 'External' || pay_type !== 'PAYIN',
  )
