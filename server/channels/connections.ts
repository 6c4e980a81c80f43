import { sql } from 'kysely'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { merchantKeys, openSealed, channelPlace, seal } from '#server/kit/secrets/vault.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Credentials } from './credentials.ts'
import { expectMayConfigure } from './pay-type.ts'

const columns = [
  'channel_key', 'catalogue_key', 'provider', 'name', 'country', 'pay_type', 'is_va_flow', 'is_enabled', 'creds_sealed',
  'credentials_state', 'credentials_version', 'checked_at', 'provider_word', 'callback_address', 'callback_version', 'by_partner',
  'created_at', 'removed_at', 'forget_at', 'is_forgotten',
] as const // prettier-ignore

/** The owner's channels by name, those that are lent to it among them and no removed ones. Index: primary key. */
export const listConnected = (ctx: Ctx) =>
  ever(ctx).where('removed_at', 'is', null).orderBy('name').orderBy('channel_key').execute()
export type ConnectedRow = Awaited<ReturnType<typeof listConnected>>[number]

/** The owner's channels that take payments, by name. */
export const listPaying = async (ctx: Ctx): Promise<ConnectedRow[]> => (await listConnected(ctx)).filter(takesPayments)
/** Whether payments can go through a channel at all: it is for payments, and does more than reconcile. */
export const takesPayments = ({ pay_type, provider }: Pick<ConnectedRow, 'pay_type' | 'provider'>): boolean =>
  pay_type === 'PAYIN' && provider !== ''

/** All of the owner's channels, those that were removed among them. */
export const listEver = (ctx: Ctx) => ever(ctx).orderBy('channel_key').execute()

/** Throws `channelUnknown` for a channel that is not connected or was removed, `denied` for one that others configure. */
export async function findConnected(ctx: Ctx, channelKey: string): Promise<ConnectedRow> {
  return existing(ctx, await ever(ctx).where('channel_key', '=', channelKey).executeTakeFirst())
}

/** The same with its row locked until the commit. Throws `channelLent` for one that only its lender may change. */
export async function lockConnected(ctx: Ctx, channelKey: string): Promise<ConnectedRow> {
  return own(existing(ctx, await lockEver(ctx, channelKey)))
}

/** A channel with its row locked until the commit, also when it was removed. */
export const lockEver = (ctx: Ctx, channelKey: string): Promise<ConnectedRow | undefined> =>
  ever(ctx).where('channel_key', '=', channelKey).forNoKeyUpdate().executeTakeFirst()

const ever = (ctx: Ctx) => ctx.own.select('payment_channels').select(columns).select(isLent(ctx).as('is_lent'))
const isLent = ({ owner }: Ctx) => sql<boolean>`exists (
  select 1 from lent_channels l where l.merchant_id = ${owner.merchantId} and l.environment = ${owner.environment}
    and l.channel_key = payment_channels.channel_key)`

function existing(ctx: Ctx, row: ConnectedRow | undefined): ConnectedRow {
  if (!row) throw new Fault('channelUnknown')
  expectMayConfigure(ctx, row.pay_type)
  if (row.removed_at) throw new Fault('channelUnknown')
  return row
}
export function own(row: ConnectedRow): ConnectedRow {
  if (row.is_lent) throw new Fault('channelLent')
  return row
}

/** Throws `channelUnknown` for a key that is not in the catalogue. */
export function entryOf(catalogueKey: string): CatalogueEntry {
  const entry = catalogueEntry(catalogueKey)
  if (!entry) throw new Fault('channelUnknown')
  return entry
}

/** What the catalogue says of a connection. One for payouts takes no payments, so it has no ways to pay. */
export function entryFor({ catalogue_key: key, pay_type: payType }: ConnectedRow): CatalogueEntry {
  const entry = entryOf(key)
  return payType === 'PAYIN' ? entry : { ...entry, ways: [] }
}

/** The adapter of a channel of the catalogue. Throws `channelNotSupported` for one that only reconciles or has none here. */
export function providerOf(
  { services }: Pick<Ctx, 'services'>,
  { provider }: Pick<CatalogueEntry, 'provider'>,
): string {
  if (!provider || !services.providers.includes(provider)) throw new Fault('channelNotSupported')
  return provider
}

/**
 * Locks the merchant's channels as a whole until the commit, so that their number, their names and the one default of each
 * way can be checked and then written.
 */
export async function lockChannels(ctx: Ctx): Promise<void> {
  await ctx.own.select('merchants').select('merchant_id').forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The credentials of a channel of the owner's own; none for one that only reconciles or is lent. */
export async function openCredentials(ctx: Ctx, row: ConnectedRow): Promise<Credentials> {
  if (row.creds_sealed.length === 0) return {}
  const { merchantId, environment } = ctx.owner
  const place = channelPlace(merchantId, environment, row.channel_key)
  return JSON.parse(openSealed(await merchantKeys(ctx), row.creds_sealed, place)) as Credentials
}

export async function sealCredentials(ctx: Ctx, channelKey: string, credentials: Credentials): Promise<Buffer> {
  const { merchantId, environment } = ctx.owner
  return seal(await merchantKeys(ctx), JSON.stringify(credentials), channelPlace(merchantId, environment, channelKey))
}

export const changeConnected = async (
  ctx: Ctx,
  channelKey: string,
  set: Partial<Omit<ConnectedRow, 'provider_word' | 'is_lent' | 'channel_key'>> & { provider_word?: string },
): Promise<void> => {
  await ctx.own.update('payment_channels').set(set).where('channel_key', '=', channelKey).execute()
}

/** Whether no channel but the one itself has this name, whatever its case. */
export const isFreeName = (rows: readonly ConnectedRow[], name: string, { but }: { but?: string } = {}): boolean =>
  !rows.some((row) => row.channel_key !== but && row.name.toLowerCase() === name.toLowerCase())

/** Throws `duplicateName` for the name of another channel. */
export function expectFreeName(rows: readonly ConnectedRow[], name: string, options?: { but: string }): void {
  if (!isFreeName(rows, name, options)) throw fieldFault('duplicateName', 'name', 'already_used')
}
