import { sql } from 'kysely'
import { build, type Places } from '#server/kit/db/statements.ts'
import type { Owner } from '#server/kit/ctx.ts'

/** In the place of a country: every country without settings of its own. */
export const everywhere = 'GLOBAL'

/** What a merchant has set of one way of a channel in a country; without a default of its own the channel's is meant. */
export interface CountrySetting {
  on: boolean
  first: boolean | null
}
/** What the row of a way says of countries. */
export interface InCountries {
  /** The countries with settings of their own, `GLOBAL` among them; null of a merchant that does not sell abroad. */
  set_countries: readonly string[] | null
  /** What is set of this way, by country; null where nothing is. */
  in_countries: Readonly<Record<string, CountrySetting>> | null
}

/** The settings of each way of the owner's channels, to join. Index: primary key. */
export const settingsByWay = (owner: Places<Owner>) =>
  build
    .selectFrom('country_methods as k')
    .select(['k.channel_key', 'k.type', 'k.sub_type'])
    .select(
      sql<
        InCountries['in_countries']
      >`jsonb_object_agg(k.country, jsonb_build_object('on', k.is_enabled, 'first', k.is_default))`.as('in_countries'),
    )
    .where('k.merchant_id', '=', owner.merchantId)
    .where('k.environment', '=', owner.environment)
    .groupBy(['k.channel_key', 'k.type', 'k.sub_type'])

/** The countries with settings of their own, of a merchant that sells abroad. Evaluated once in a statement. */
export const setCountries = (owner: Places<Owner>) =>
  sql<InCountries['set_countries']>`case when merchants.cross_border_enabled then (
    select array_agg(distinct o.country) from country_methods o
    where o.merchant_id = ${owner.merchantId} and o.environment = ${owner.environment}) end`

/** The country whose settings hold in a country: its own, else `GLOBAL`; null where none do. */
function holdingIn({ set_countries: countries }: InCountries, country: string): string | null {
  if (!countries) return null
  return [country, everywhere].find((one) => countries.includes(one)) ?? null
}

/** What is set of a way in a country; null where nothing limits it. */
function settingIn(row: InCountries, country: string): CountrySetting | null {
  const holding = holdingIn(row, country)
  return holding === null ? null : (row.in_countries?.[holding] ?? null)
}

/** Whether a country has settings of its own. */
export const isSet = (row: InCountries, country: string): boolean => row.set_countries?.includes(country) ?? false

/** Whether a country's settings leave a way of a channel on. They never switch on what the channel has off. */
export const isOnIn = (row: InCountries, country: string): boolean => settingIn(row, country)?.on ?? true

/**
 * Whether a channel is the first choice of a way in a country: as is set there, else as the merchant has set it, unless the
 * country has another first choice.
 * @param rows those of the same way at all channels, this one among them.
 */
export function isFirstIn<Row extends InCountries & { is_default: boolean }>(
  row: Row,
  rows: readonly Row[],
  country: string,
): boolean {
  const set = settingIn(row, country)?.first ?? null
  return set ?? (row.is_default && !rows.some((other) => settingIn(other, country)?.first === true))
}

/** The rows of one way in the order in which its channels are tried in a country: the first choice before the others. */
export function inOrderOf<Row extends InCountries & { is_default: boolean }>(
  rows: readonly Row[],
  country: string,
): readonly Row[] {
  if (rows.every((row) => settingIn(row, country) === null)) return rows
  const place = (row: Row) => Number(!isFirstIn(row, rows, country))
  return rows.toSorted((one, other) => place(one) - place(other))
}
