import type { CatalogueEntry, CatalogueWay } from '#contract/channel-catalogue/entry.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { wayOf } from '#contract/methods.ts'

/** The countries of payables that a channel's way can pay, ISO 3166-1 alpha-2; empty for any. */
export function countriesOf(way: CatalogueWay): string[] {
  const places = wayOf(way.type, way.subType)?.places
  const own = places ? Object.keys(places) : null
  if (!way.countries) return own ?? []
  return own ? own.filter((country) => way.countries?.includes(country)) : [...way.countries]
}

/** The currencies that a channel's way takes; null for any. */
export function currenciesOf(entry: CatalogueEntry, way: CatalogueWay): Currency[] | null {
  const places = wayOf(way.type, way.subType)?.places
  const sets = [entry.currencies, way.currencies, places && Object.values(places).flat()].filter((set) => set != null)
  const [first, ...others] = sets
  return first ? [...new Set(first)].filter((currency) => others.every((set) => set.includes(currency))) : null
}

interface Order {
  country: string
  currency: Currency
  /** Without an amount, bounds are not looked at. */
  amountMinor?: bigint | undefined
  /** The smallest amount of a range among which the shopper chooses, of which `amountMinor` is the largest. */
  leastMinor?: bigint | undefined
  accountCountry: string
}

/**
 * Why a channel cannot take an amount in a way at all, by its place, its bounds and what the provider can express; null where
 * it can. Of a range it can where one of its amounts goes.
 */
export function unfitOf(
  entry: CatalogueEntry,
  way: CatalogueWay,
  order: Order,
): 'country' | 'currency' | 'amount' | null {
  const { country, currency, amountMinor, leastMinor = amountMinor } = order
  if (way.countries && !way.countries.includes(country)) return 'country'
  if (entry.currencies && !entry.currencies.includes(currency)) return 'currency'
  if (way.currencies && !way.currencies.includes(currency)) return 'currency'
  const home = entry.homeOnly?.[currency]
  if (home !== undefined && home !== order.accountCountry) return 'currency'
  if (amountMinor === undefined || leastMinor === undefined) return null
  const whole = 10n ** BigInt(currencies[currency])
  const hasWhole = amountMinor - (amountMinor % whole) >= leastMinor
  if (entry.wholeAmounts?.includes(currency) && !hasWhole) return 'amount'
  const [least, most] = [way.minimum?.[currency], way.maximum?.[currency]]
  if (least !== undefined && amountMinor < BigInt(least)) return 'amount'
  return most !== undefined && leastMinor > BigInt(most) ? 'amount' : null
}
