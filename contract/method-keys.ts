import { catalogueEntry } from './channel-catalogue.ts'
import type { CatalogueWay } from './channel-catalogue/entry.ts'

/** The catalogue key of a connection; a further connection's key has a number behind it. */
const catalogueKeyOf = (channelKey: string) => channelKey.replace(/_\d$/, '')

/** The name by which merchants' servers know a way to pay at a channel: `STRIPE_CARD`, `XENDIT_OVO`, `PAYPAL_WALLET`. */
export const methodKeyOf = (channelKey: string, { type, subType }: { type: string; subType: string }): string =>
  `${catalogueKeyOf(channelKey)}_${subType && type !== 'CARD' && subType !== catalogueKeyOf(channelKey) ? subType : type}`

/** The way of such a name at a channel; undefined where the channel has none. `CREDIT_CARD` and the like mean the card. */
export function wayOfKey(channelKey: string, methodKey: string): CatalogueWay | undefined {
  const { key = '', ways = [] } = catalogueEntry(catalogueKeyOf(channelKey)) ?? {}
  if (!methodKey.startsWith(`${key}_`)) return undefined
  const name = methodKey.slice(key.length + 1)
  const wanted = /(^|_)CARD$/.test(name) ? 'CARD' : name
  return (
    ways.find((way) => methodKeyOf(channelKey, way) === `${key}_${wanted}`) ?? ways.find(({ type }) => type === wanted)
  )
}
