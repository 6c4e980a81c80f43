import type { CatalogueEntry, CatalogueWay } from '#contract/channel-catalogue/entry.ts'
import type { addChannel as declaration } from '#contract/channels.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import type { Tested } from '#server/providers/provider.ts'
import { askProvider, foundOut, ownerOf, refusal, silence } from './ask-provider.ts'
import {
  changeConnected,
  entryOf,
  expectFreeName,
  isFreeName,
  listEver,
  lockChannels,
  openCredentials,
  providerOf,
  sealCredentials,
  type ConnectedRow,
} from './connections.ts'
import { isSame, maskedCredentials, mergeCredentials, type Credentials } from './credentials.ts'
import { expectMayConfigure, expectPossibleUse, payTypeOf } from './pay-type.ts'
import { enqueueRegistration } from './register-callbacks.ts'

type Body = Input<typeof declaration>['body']

/** A channel to be connected, with what its provider has said of the credentials. */
export interface Wanted {
  entry: CatalogueEntry
  body: Body
  credentials: Credentials
  /** Null for a channel that only reconciles. */
  tested: Tested | null
  /** Onboarded by the operator's partner account, which also gets the call-backs. */
  byPartner?: boolean
  /** The ways to pay that are enabled; all when absent. */
  enables?: (way: Pick<CatalogueWay, 'type' | 'subType'>) => boolean
}

/**
 * Checks a channel's credentials and asks the provider about them, with no transaction open. Those of a provider that does
 * not answer are kept before the call fails.
 */
export async function checkNew(before: Before, catalogueKey: string, body: Body): Promise<Wanted> {
  const entry = entryOf(catalogueKey)
  const owner = ownerOf(before)
  const payType = payTypeOf(entry, body.pay_type)
  expectMayConfigure(before, payType)
  expectPossibleUse(entry, { payType, virtualAccounts: body.is_va_flow })
  if (entry.provider !== null) providerOf(before, entry)
  const { credentials } = mergeCredentials(entry, owner.environment, { sent: body.creds })
  const { provider } = entry
  if (provider === null) return { entry, body, credentials, tested: null }
  // What is refused anyway is refused before the provider is asked.
  await before.apart(owner, async (ctx) => expectPlace(await listEver(ctx), { entry, body }))
  const tested = await askProvider(before.services, owner.environment, { provider, credentials })
  if (tested.kind === 'refused') throw refusal(tested)
  const wanted = { entry, body, credentials, tested }
  if (tested.kind === 'working') return wanted
  await before.apart(owner, async (ctx) => {
    const { channelKey, changes } = await connect(ctx, wanted)
    writeAudit(ctx, { action: 'channel.add', objectRef: channelKey, result: 'done', why: 'unverified', changes })
  })
  throw silence('kept_unverified', tested.why)
}

/**
 * Connects a channel. It is enabled when the provider has accepted its credentials. The same credentials once more, while they
 * are unverified, are the same connection.
 */
export async function connect(ctx: Ctx, wanted: Wanted): Promise<{ channelKey: string; changes: Changes }> {
  const { entry, body, credentials, tested, byPartner = false } = wanted
  await lockChannels(ctx)
  const ever = await listEver(ctx)
  const rows = ever.filter(({ removed_at }) => removed_at === null)
  const works = tested?.kind === 'working'
  const state = tested ? { ...foundOut(tested, ctx.now), is_enabled: works } : { is_enabled: false }
  const payType = payTypeOf(entry, body.pay_type)
  const again = await unverifiedLike(ctx, rows, wanted)
  if (again) {
    await changeConnected(ctx, again.channel_key, state)
    if (works) enqueueRegistration(ctx, again)
    return { channelKey: again.channel_key, changes: madeAs({ is_enabled: works }) }
  }
  const { key, name } = placeFor(ever, wanted, await removedLike(ctx, ever, wanted))
  const country = body.country ?? 'GLOBAL'
  const row = {
    catalogue_key: entry.key,
    provider: entry.provider ?? '',
    name,
    country,
    pay_type: payType,
    is_va_flow: body.is_va_flow ?? false,
    creds_sealed: tested ? await sealCredentials(ctx, key, credentials) : Buffer.alloc(0),
    created_at: ctx.now,
    credentials_state: tested ? 'unverified' : 'none',
    by_partner: byPartner,
    ...state,
  } as const
  const removed = ever.find(({ channel_key }) => channel_key === key)
  if (removed) await changeConnected(ctx, key, { ...row, ...afresh(removed) })
  else await ctx.own.insert('payment_channels', { channel_key: key, ...row }).execute()
  if (payType === 'PAYIN') await writeWays(ctx, key, wanted)
  if (works) enqueueRegistration(ctx, { channel_key: key, catalogue_key: entry.key, by_partner: byPartner })
  const shown = maskedCredentials(entry, credentials)
  const creds = Object.fromEntries(Object.entries(shown).map(([field, value]) => [`creds.${field}`, value]))
  return { channelKey: key, changes: madeAs({ name, pay_type: payType, country, is_enabled: works, ...creds }) }
}

/** What a channel that was removed has no more when it is connected anew. */
const afresh = ({ credentials_version: version }: ConnectedRow) => ({
  credentials_version: version + 1,
  callback_address: '',
  callback_version: 0,
  removed_at: null,
  forget_at: null,
  is_forgotten: false,
})

/** The ways to pay of a new connection, without settings of the merchant's. */
async function writeWays(ctx: Ctx, channelKey: string, { entry, enables = () => true }: Wanted): Promise<void> {
  if (entry.ways.length === 0) return
  const rows = entry.ways.map((way) => ({
    channel_key: channelKey,
    type: way.type,
    sub_type: way.subType,
    is_enabled: enables(way),
    is_default: false,
    limits: '{}',
    plans: '[]',
  }))
  await ctx.own
    .insert('payment_methods', rows)
    .onConflict((same) =>
      same.columns(['merchant_id', 'environment', 'channel_key', 'type', 'sub_type']).doUpdateSet((row) => ({
        is_enabled: row.ref('excluded.is_enabled'),
        is_default: row.ref('excluded.is_default'),
        limits: row.ref('excluded.limits'),
        plans: row.ref('excluded.plans'),
      })),
    )
    .execute()
}

/** The connection of the same credentials that is kept unverified. */
async function unverifiedLike(
  ctx: Ctx,
  rows: readonly ConnectedRow[],
  { entry, body, credentials }: Wanted,
): Promise<ConnectedRow | undefined> {
  const payType = payTypeOf(entry, body.pay_type)
  for (const row of rows.filter(({ pay_type }) => pay_type === payType))
    if (row.catalogue_key === entry.key && row.credentials_state === 'unverified' && !row.is_lent)
      if (isSame(entry, await openCredentials(ctx, row), credentials)) return row
  return undefined
}

/** What is to be connected, as far as it says which place it takes. */
type Placed = Pick<Wanted, 'entry' | 'body'>

/** The key of a removed channel of the same account, by which what it took is refunded when it is connected anew. */
async function removedLike(ctx: Ctx, ever: readonly ConnectedRow[], wanted: Wanted): Promise<string | undefined> {
  const { entry, credentials, tested } = wanted
  const account = tested?.kind === 'working' ? tested.account : ''
  for (const row of removedOf(ever, wanted).filter(({ is_forgotten }) => !is_forgotten)) {
    if (account !== '' && row.provider_word.account === account) return row.channel_key
    if (isSame(entry, await openCredentials(ctx, row), credentials)) return row.channel_key
  }
  return undefined
}
function removedOf(ever: readonly ConnectedRow[], { entry, body }: Placed): ConnectedRow[] {
  const payType = payTypeOf(entry, body.pay_type)
  const ofEntry = ever.filter((row) => row.catalogue_key === entry.key && row.pay_type === payType && !row.is_lent)
  return ofEntry.filter(({ removed_at }) => removed_at !== null)
}

/** Throws `tooMany` and `duplicateName` where no connection could be made, whatever its account. */
function expectPlace(ever: readonly ConnectedRow[], placed: Placed): void {
  placeFor(ever, placed, removedOf(ever, placed)[0]?.channel_key)
}

/**
 * The key and the name of a new connection. The key of a removed one whose credentials are forgotten is taken when no other is
 * free. Throws `tooMany` when there is no place, `duplicateName` for a taken name.
 * @param same the key of a removed connection that is connected anew.
 */
function placeFor(ever: readonly ConnectedRow[], placed: Placed, same: string | undefined) {
  const { entry, body } = placed
  const wished = body.name
  const rows = ever.filter(({ removed_at }) => removed_at === null)
  const connections = rows.filter(({ catalogue_key }) => catalogue_key === entry.key)
  const free = Array.from({ length: limits.connections }, (_, index) => keyOf(entry, index + 1)).find(
    (one) => !ever.some(({ channel_key }) => channel_key === one),
  )
  const key = same ?? free ?? removedOf(ever, placed).find(({ is_forgotten }) => is_forgotten)?.channel_key
  if (key === undefined || connections.length >= limits.connections || rows.length >= limits.channels)
    throw new Fault('tooMany')
  if (wished !== undefined) {
    expectFreeName(rows, wished)
    return { key, name: wished }
  }
  const names = Array.from({ length: rows.length + 1 }, (_, index) =>
    index === 0 ? entry.name : `${entry.name} ${index + 1}`,
  )
  return { key, name: names.find((name) => isFreeName(rows, name)) ?? entry.name }
}
const keyOf = ({ key }: CatalogueEntry, number: number): string => (number === 1 ? key : `${key}_${number}`)
