import type { CatalogueEntry, CatalogueWay } from '#contract/channel-catalogue/entry.ts'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import type { Connection } from '#contract/channels.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { wayOf } from '#contract/methods.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { z } from 'zod'
import { activityOf, type Activity } from './activity.ts'
import { callbackAddress } from './callback-address.ts'
import { findConnected, openCredentials, type ConnectedRow } from './connections.ts'
import { maskedCredentials } from './credentials.ts'
import { isRegistered } from './register-callbacks.ts'
import { countriesOf, currenciesOf } from './way-facts.ts'

type Shown = z.output<typeof Connection>

/** Channels as lists show them. */
export async function shownChannels(ctx: Ctx, rows: readonly ConnectedRow[]) {
  const activity = await activityOf(
    ctx,
    rows.map(({ channel_key }) => channel_key),
  )
  return rows.map((row) => shownChannel(row, activity))
}

export async function shownOne(ctx: Ctx, channelKey: string) {
  const row = await findConnected(ctx, channelKey)
  return shownChannel(row, await activityOf(ctx, [channelKey]))
}

/** Channels with what a merchant sees of their connections. */
export async function shownConnections(ctx: Ctx, rows: readonly ConnectedRow[]): Promise<Shown[]> {
  const keys = rows.map(({ channel_key }) => channel_key)
  const [activity, fees, { key: merchantKey }] = await Promise.all([
    activityOf(ctx, keys),
    feesOf(ctx, keys),
    merchantOf(ctx),
  ])
  return Promise.all(
    rows.map(async (row): Promise<Shown> => {
      const entry = catalogueEntry(row.catalogue_key)
      const { text = '', account = '', checks = [] } = row.provider_word
      const hasCallbacks = entry !== undefined && entry.callbacks !== 'none' && row.provider !== '' && !row.is_lent
      const channel = { key: row.channel_key, provider: row.provider, merchantKey }
      const address = hasCallbacks ? callbackAddress(ctx.services, channel, ctx.owner.environment) : ''
      return {
        ...shownChannel(row, activity),
        creds: maskedCredentials(entry, await openCredentials(ctx, row)),
        callback_url: address,
        callback_state: !hasCallbacks
          ? 'none'
          : entry.callbacks === 'copied'
            ? 'copy'
            : isRegistered(row, address)
              ? 'registered'
              : 'pending',
        check: { text, account, checks },
        fees: fees.filter(({ channel_key }) => channel_key === row.channel_key),
        created_at: row.created_at,
      }
    }),
  )
}

export async function shownConnection(ctx: Ctx, channelKey: string): Promise<Shown> {
  const [shown] = await shownConnections(ctx, [await findConnected(ctx, channelKey)])
  if (!shown) throw new Error(`no channel ${channelKey}`)
  return shown
}

function shownChannel(row: ConnectedRow, activity: ReadonlyMap<string, Activity>) {
  const { today, lastPaymentAt } = activity.get(row.channel_key) ?? {
    today: { ended: 0, paid: 0 },
    lastPaymentAt: null,
  }
  return {
    key: row.channel_key,
    catalogue_key: row.catalogue_key,
    name: row.name,
    type: catalogueEntry(row.catalogue_key)?.type ?? 'Gateway',
    country: row.country,
    pay_type: row.pay_type,
    is_va_flow: row.is_va_flow,
    is_enabled: row.is_enabled,
    is_lent: row.is_lent,
    credentials_state: row.credentials_state,
    checked_at: row.checked_at,
    last_payment_at: lastPaymentAt,
    today,
  }
}

/** The terms of channels by currency. Index: primary key. */
const feesOf = async (ctx: Ctx, channelKeys: readonly string[]) =>
  (
    await ctx.own
      .select('channel_fees')
      .select(['channel_key', 'currency', 'percent_fee', 'minimum_fee_minor', 'flat_fee_minor', 'tax_percent'])
      .where('channel_key', 'in', channelKeys.length > 0 ? [...channelKeys] : [''])
      .orderBy('currency')
      .execute()
  ).map(({ minimum_fee_minor: minimum_fee, flat_fee_minor: flat_fee, ...terms }) => ({
    ...terms,
    minimum_fee,
    flat_fee,
  }))

/** A channel of the catalogue, with what the merchant has of it. */
export function shownEntry(
  entry: CatalogueEntry,
  mine: readonly ConnectedRow[],
  { services, environment }: { services: Services; environment: Environment },
): z.output<typeof CatalogueChannel> {
  return {
    key: entry.key,
    name: entry.name,
    type: entry.type,
    pay_types: [...entry.payTypes],
    countries: entry.countries === 'GLOBAL' ? ['GLOBAL'] : [...entry.countries],
    currencies: [...(entry.currencies ?? [])],
    ways: entry.ways.map((way) => ({
      ...shownWay(entry, way),
      limits: channelLimits(way),
      authorises: way.authorises === true,
    })),
    credentials: entry.credentials
      .filter(({ ours }) => !ours)
      .map(({ name, label, where, secret, pattern, multiline, optional }) => ({
        name,
        label,
        where,
        is_secret: secret,
        pattern: pattern?.[environment] ?? '',
        is_multiline: multiline === true,
        is_optional: optional === true,
      })),
    onboarding: [...entry.onboarding],
    card_entry: entry.cardEntry,
    callbacks: entry.callbacks,
    is_supported: entry.provider === null || services.providers.includes(entry.provider),
    is_set_up: mine.length > 0,
    is_enabled: mine.some((row) => row.is_enabled),
    connections: mine.map(({ channel_key }) => channel_key).toSorted(),
  }
}

/** What the catalogue says of a way. */
export const shownWay = (entry: CatalogueEntry, way: CatalogueWay) => ({
  type: way.type,
  sub_type: way.subType,
  display_name: wayOf(way.type, way.subType)?.name ?? '',
  countries: countriesOf(way),
  currencies: currenciesOf(entry, way) ?? [],
  refunds: { kind: way.refunds.kind, days: way.refunds.days ?? null, most: way.refunds.most ?? null },
})

/** The channel's own bounds of a way. */
export const channelLimits = ({ minimum = {}, maximum = {} }: CatalogueWay) =>
  currencyCodes
    .filter((currency) => minimum[currency] !== undefined || maximum[currency] !== undefined)
    .map((currency) => ({ currency, minimum: minorOf(minimum[currency]), maximum: minorOf(maximum[currency]) }))
const minorOf = (amount: number | undefined): bigint | null => (amount === undefined ? null : BigInt(amount))
