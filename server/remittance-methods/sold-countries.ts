import type { z } from 'zod'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { countryCodes } from '#contract/countries.ts'
import { currencyIn } from '#contract/country-currencies.ts'
import type { Currency } from '#contract/kit/money.ts'
import { fits, wayOf, ways, type Way } from '#contract/methods.ts'
import { wayAbsences, type CountryMethod, type SoldCountry, type WayAbsence } from '#contract/remittance-methods.ts'
import { everywhere, isFirstIn, isOnIn, isSet } from '#server/channels/country-settings.ts'
import { boundsOf } from '#server/channels/methods.ts'
import { isOf, whyUnfit, type WayRow } from '#server/channels/ways.ts'

type Country = z.output<typeof SoldCountry>
type Method = z.output<typeof CountryMethod>

/** `GLOBAL`, and each country that the channels can sell to. */
export function soldCountries(all: readonly WayRow[]): Country[] {
  const rows = withoutRemoved(all)
  return [everywhere, ...countryCodes].flatMap((country) => {
    const shown = countryOf(rows, country)
    return country === everywhere || isSold(shown) ? [shown] : []
  })
}

/** A country as it stands, whether or not anything is sold to it. */
export const countryFrom = (rows: readonly WayRow[], country: string): Country =>
  countryOf(withoutRemoved(rows), country)

/** What removed channels had can be had no more, and is not listed. */
const withoutRemoved = (rows: readonly WayRow[]) => rows.filter(({ removed_at: removed }) => removed === null)

/** Whether something can be sold to a country: a channel takes a way there, be it switched off for the country. */
export const isSold = ({ methods }: Country): boolean =>
  methods.some(({ why }) => why === null || why === 'country_off')

/** Whether what is paid once has a way in a country at this moment. */
export const hasWay = ({ methods }: Country): boolean =>
  methods.some(({ why, type, sub_type: subType }) => why === null && !wayOf(type, subType)?.recurring)

function countryOf(rows: readonly WayRow[], country: string): Country {
  const currency = currencyIn(country)
  return {
    country,
    currency,
    is_own: rows.some((row) => isSet(row, country)),
    methods: ways.flatMap((way) => methodsOf(rows, way, { country, currency })),
  }
}

interface Place {
  country: string
  currency: Currency
}

/** A way at each channel that has it; without a channel that it cannot be had. */
function methodsOf(rows: readonly WayRow[], way: Way, place: Place): Method[] {
  const isEverywhere = place.country === everywhere
  // A way of other countries is none of this one's.
  if (way.places && !isEverywhere && !Object.hasOwn(way.places, place.country)) return []
  const own = rows.filter((row) => isOf(row, way))
  if (own.length > 0) return own.map((row) => methodAt(row, { way, own, place }))
  // What goes anywhere is said to be missing once, and not for each country.
  return way.places || isEverywhere ? [missing(way)] : []
}

const named = ({ type, subType, name = '', asks }: Way) => ({
  type,
  sub_type: subType,
  display_name: name,
  tokenization_possible: asks.includes('card'),
  logo: '',
})

function methodAt(row: WayRow, { way, own, place }: { way: Way; own: readonly WayRow[]; place: Place }): Method {
  const { country, currency } = place
  const isOn = isOnIn(row, country)
  return {
    ...named(way),
    payment_channel_key: row.channel_key,
    payment_channel_name: row.name,
    is_enabled: isOn,
    is_default: isOn && isFirstIn(row, own, country),
    limits: boundsAt(row, country === everywhere ? null : currency),
    why: whyNotHad(row, way, place),
  }
}

const missing = (way: Way): Method => ({
  ...named(way),
  payment_channel_key: '',
  payment_channel_name: '',
  is_enabled: false,
  is_default: false,
  limits: [],
  why: 'no_channel',
})

/** Why a channel cannot be paid through in a way in a country, whatever the amount. Null where it can. */
function whyNotHad(row: WayRow, way: Way, place: Place): WayAbsence | null {
  if (place.country === everywhere) {
    if (!row.is_enabled) return 'disabled'
    return isOnIn(row, everywhere) ? null : 'country_off'
  }
  return absenceOf(row, way, place)
}

/** Why a channel cannot take a payment in a way; null where it can. */
export function absenceOf(
  row: WayRow,
  way: Way,
  payment: Place & { amountMinor?: bigint | undefined },
): WayAbsence | null {
  if (way.places && !Object.hasOwn(way.places, payment.country)) return 'country'
  if (!fits(way, payment)) return 'currency'
  const unfit = whyUnfit(row, payment)
  // The catalogue of this version may have lost a way of an earlier one.
  return unfit === null ? null : (wayAbsences.find((absence) => absence === unfit) ?? 'disabled')
}

/** The bounds of a row in one currency, or in every one. */
export function boundsAt(row: WayRow, currency: Currency | null): Method['limits'] {
  const way = catalogueEntry(row.catalogue_key)?.ways.find(
    ({ type, subType }) => type === row.type && subType === row.sub_type,
  )
  return way ? boundsOf(way, row.limits).filter((bounds) => currency === null || bounds.currency === currency) : []
}
