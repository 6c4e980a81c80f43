import type { CatalogueEntry, CatalogueWay, PayType } from '#contract/channel-catalogue/entry.ts'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CatalogueChannel, ChannelHealthState } from '#contract/channel-shapes.ts'
import type { Connection } from '#contract/channels.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { wayOf } from '#contract/methods.ts'
import type { OnboardingState } from '#contract/onboarding-states.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { listGeneralTerms } from '#server/fee-plan-store/charged.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { z } from 'zod'
import { activityOf, type Activity } from './activity.ts'
import { callbackAddress } from './callback-address.ts'
import { findConnected, listConnected, openCredentials, type ConnectedRow } from './connections.ts'
import { maskedCredentials } from './credentials.ts'
import { healthOf, listRests } from './health.ts'
import { isRegistered } from './register-callbacks.ts'
import { shownRail } from './shown-rail.ts'
import { countriesOf, currenciesOf } from './way-facts.ts'

type Shown = z.output<typeof Connection>

/** Channels as lists show them. */
export async function shownChannels(ctx: Ctx, rows: readonly ConnectedRow[]) {
  const taking = rows.filter(({ pay_type }) => pay_type === 'PAYIN').map(({ channel_key }) => channel_key)
  const [activity, rests] = await Promise.all([
    // Channels for payouts take nothing.
    taking.length === 0 ? new Map<string, Activity>() : activityOf(ctx, taking),
    listRests(ctx),
  ])
  return rows.map((row) => shownChannel(row, { activity, health: healthOf(row, rests, ctx.now) }))
}

export async function shownOne(ctx: Ctx, channelKey: string) {
  const [shown] = await shownChannels(ctx, [await findConnected(ctx, channelKey)])
  if (!shown) throw new Error(`no channel ${channelKey}`)
  return shown
}

/** Channels with what a merchant sees of their connections. */
export async function shownConnections(ctx: Ctx, rows: readonly ConnectedRow[]): Promise<Shown[]> {
  const keys = rows.map(({ channel_key }) => channel_key)
  const [channels, fees, { key: merchantKey }] = await Promise.all([
    shownChannels(ctx, rows),
    feesOf(ctx, keys),
    merchantOf(ctx),
  ])
  return Promise.all(
    channels.map(async (shown, at): Promise<Shown> => {
      const row = rows[at] as ConnectedRow
      const entry = catalogueEntry(row.catalogue_key)
      const { text = '', account = '', checks = [] } = row.provider_word
      const hasCallbacks =
        entry !== undefined &&
        entry.callbacks !== 'none' &&
        row.provider !== '' &&
        !row.is_lent &&
        !row.by_partner &&
        row.credentials_state !== 'missing'
      const channel = { key: row.channel_key, provider: row.provider, merchantKey }
      const address = hasCallbacks ? callbackAddress(ctx.services, channel, ctx.owner.environment) : ''
      return {
        ...shown,
        by_partner: row.by_partner,
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

interface Known {
  activity: ReadonlyMap<string, Activity>
  health: ChannelHealthState
}
function shownChannel(row: ConnectedRow, { activity, health }: Known) {
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
    health,
    last_payment_at: lastPaymentAt,
    today,
  }
}

/** The masked credentials of the merchant's own channels, by channel key; what a master lends it stays the master's. */
export async function maskedByChannel(ctx: Ctx): Promise<Record<string, Record<string, string>>> {
  const rows = (await listConnected(ctx)).filter(({ is_lent }) => !is_lent)
  const masked = rows.map(async (row) => {
    const shown = maskedCredentials(catalogueEntry(row.catalogue_key), await openCredentials(ctx, row))
    return [row.channel_key, shown] as const
  })
  return Object.fromEntries(await Promise.all(masked))
}

/** The terms of channels by currency. */
const feesOf = async (ctx: Ctx, channelKeys: readonly string[]) =>
  (await listGeneralTerms(ctx, ctx.owner, channelKeys)).map(
    ({ minimum_fee_minor: minimum_fee, flat_fee_minor: flat_fee, ...terms }) => ({ ...terms, minimum_fee, flat_fee }),
  )

/** A channel of the catalogue, with what the merchant has of it. */
export function shownEntry(
  entry: CatalogueEntry,
  connections: readonly ConnectedRow[],
  of: {
    services: Services
    environment: Environment
    payType: PayType
    onboarding: ReadonlyMap<string, OnboardingState>
  },
): z.output<typeof CatalogueChannel> {
  const { services, environment, payType, onboarding } = of
  const mine = connections.filter(({ pay_type }) => pay_type === payType)
  const isOnboarded = entry.onboarding.some((way) => way !== 'keys')
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
      authorises: way.authorisedDays !== undefined,
    })),
    payouts: entry.payouts
      ? { virtual_accounts: entry.payouts.virtualAccounts, rails: entry.payouts.rails.map(shownRail) }
      : null,
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
    onboarding_state: isOnboarded ? (onboarding.get(entry.key) ?? 'NOT_STARTED') : null,
    card_entry: entry.cardEntry,
    callbacks: entry.callbacks,
    is_supported: entry.provider === null || services.providers.includes(entry.provider),
    is_set_up: mine.length > 0,
    is_enabled: mine.some((row) => row.is_enabled),
    connections: mine.map(({ channel_key }) => channel_key).toSorted(),
    is_full: connections.length >= limits.connections,
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
