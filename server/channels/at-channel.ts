import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import type { Asked, Way } from '#contract/methods.ts'

/** What a channel changes about a way to pay. */
export interface AtChannel {
  asks: readonly Asked[]
  /** The name of the provider on whose own page the shopper enters the card; undefined where the card is entered elsewhere. */
  cardPageOf: string | undefined
  /** The banks among which the shopper chooses, by key; undefined where the channel asks for none. */
  banks: Readonly<Record<string, string>> | undefined
}

/** What a way asks of the shopper when a channel of this entry of the catalogue takes it: no card where the provider's page asks for it, and a bank of its list. */
export const atChannel = (way: AskingWay, catalogueKey: string): AtChannel => atEntry(way, catalogueEntry(catalogueKey))
type AskingWay = Pick<Way, 'type' | 'subType' | 'asks'>

/** The same for an entry of the catalogue; of a channel that is not in it the way asks for what it declares. */
export function atEntry(
  way: AskingWay,
  entry: Pick<CatalogueEntry, 'name' | 'cardEntry' | 'ways'> | undefined,
): AtChannel {
  const onItsPage = entry?.cardEntry === 'page' && way.asks.includes('card')
  const banks = entry?.ways.find(({ type, subType }) => type === way.type && subType === way.subType)?.banks
  const asks = onItsPage ? way.asks.filter((asked) => asked !== 'card') : way.asks
  return { asks: banks ? [...asks, 'bank'] : asks, cardPageOf: onItsPage ? entry.name : undefined, banks }
}
