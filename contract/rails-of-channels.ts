import type { PayoutRail } from './channel-catalogue/entry.ts'
import { catalogueEntry } from './channel-catalogue.ts'
import type { Currency } from './kit/money.ts'
import { railAmong, type RailDestination } from './payout-rails.ts'

const railsOf = (catalogueKey: string): readonly PayoutRail[] => catalogueEntry(catalogueKey)?.payouts?.rails ?? []

/** Whether payouts by a channel of the catalogue leave in files that a person carries to the bank. */
export const paysByFile = (catalogueKey: string): boolean => catalogueEntry(catalogueKey)?.payouts?.byFile ?? false

/** The rail by which a channel of the catalogue pays a destination; undefined where it does not. */
export const railFor = (catalogueKey: string, to: RailDestination, currency: Currency): PayoutRail | undefined =>
  railAmong(railsOf(catalogueKey), to, currency)

/** The rail whose key a payout has kept; undefined where the channel has it no more. */
export const railOf = (catalogueKey: string, key: string): PayoutRail | undefined =>
  railsOf(catalogueKey).find((rail) => rail.key === key)
