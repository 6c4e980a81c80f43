import { listRoutes, listRouteVersions } from '#contract/routing.ts'
import { useChannels, type Entry, type OwnChannel } from '#console/channels/use-channels.ts'
import { useCall } from '#console/kit/api/use-call.ts'

/** The calls whose answers a change of a rule makes stale. */
export const ofRules = [listRoutes, listRouteVersions] as const

/** What rules are about: the merchant's channels with their entries in the catalogue. */
export interface Channels {
  own: readonly OwnChannel[]
  catalogue: readonly Entry[]
}

/** The merchant's rules in the order in which they are tried, and its channels. */
export function useRules() {
  const rules = useCall(listRoutes, {})
  const { own, catalogue, query } = useChannels()
  return {
    rules: rules.data?.data,
    /** The rules are being asked for, at first or anew. */
    isAsking: rules.isFetching,
    channels: own && catalogue ? { own, catalogue } : undefined,
    query: { error: rules.error ?? query.error, refetch: () => Promise.all([rules.refetch(), query.refetch()]) },
  }
}

/** The name of a channel by its key, and of its provider for the logo. */
export const channelNames = ({ own, catalogue }: Channels) => {
  const find = (key: string) => own.find((one) => one.key === key)
  return {
    nameOf: (key: string): string => find(key)?.name ?? key,
    logoOf: (key: string) => {
      const entry = catalogue.find((one) => one.key === find(key)?.catalogue_key)
      return { of: entry?.key ?? key, provider: entry?.name ?? key }
    },
  }
}
