import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
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
  listConnected,
  lockChannels,
  openCredentials,
  providerOf,
  sealCredentials,
  type ConnectedRow,
} from './connections.ts'
import { maskedCredentials, mergeCredentials, type Credentials } from './credentials.ts'
import { enqueueRegistration } from './register-callbacks.ts'

type Body = Input<typeof declaration>['body']

/** A channel to be connected, with what its provider has said of the credentials. */
export interface Wanted {
  entry: CatalogueEntry
  body: Body
  credentials: Credentials
  /** Null for a channel that only reconciles. */
  tested: Tested | null
}

/**
 * Checks a channel's credentials and asks the provider about them, with no transaction open. Those of a provider that does
 * not answer are kept before the call fails.
 */
export async function checkNew(before: Before, catalogueKey: string, body: Body): Promise<Wanted> {
  const entry = entryOf(catalogueKey)
  const owner = ownerOf(before)
  if (entry.provider !== null) providerOf(before, entry)
  const { credentials } = mergeCredentials(entry, owner.environment, { sent: body.creds })
  const { provider } = entry
  if (provider === null) return { entry, body, credentials, tested: null }
  // What is refused anyway is refused before the provider is asked.
  await before.apart(owner, async (ctx) => placeFor(await listConnected(ctx), entry, body.name))
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
  const { entry, body, credentials, tested } = wanted
  await lockChannels(ctx)
  const rows = await listConnected(ctx)
  const works = tested?.kind === 'working'
  const state = tested ? { ...foundOut(tested, ctx.now), is_enabled: works } : { is_enabled: false }
  const again = await unverifiedLike(ctx, rows, wanted)
  if (again) {
    await changeConnected(ctx, again.channel_key, state)
    if (works) enqueueRegistration(ctx, again)
    return { channelKey: again.channel_key, changes: madeAs({ is_enabled: works }) }
  }
  const { key, name } = placeFor(rows, entry, body.name)
  const country = body.country ?? 'GLOBAL'
  await ctx.own
    .insert('payment_channels', {
      channel_key: key,
      catalogue_key: entry.key,
      provider: entry.provider ?? '',
      name,
      country,
      pay_type: entry.payTypes.includes('PAYIN') ? 'PAYIN' : 'PAYOUT',
      is_va_flow: body.is_va_flow ?? false,
      creds_sealed: tested ? await sealCredentials(ctx, key, credentials) : Buffer.alloc(0),
      created_at: ctx.now,
      credentials_state: tested ? 'unverified' : 'none',
      ...state,
    })
    .execute()
  if (entry.ways.length > 0)
    await ctx.own
      .insert(
        'payment_methods',
        entry.ways.map(({ type, subType }) => ({ channel_key: key, type, sub_type: subType })),
      )
      .execute()
  if (works) enqueueRegistration(ctx, { channel_key: key, catalogue_key: entry.key })
  const shown = maskedCredentials(entry, credentials)
  const creds = Object.fromEntries(Object.entries(shown).map(([field, value]) => [`creds.${field}`, value]))
  return { channelKey: key, changes: madeAs({ name, country, is_enabled: works, ...creds }) }
}

/** The connection of the same credentials that is kept unverified. */
async function unverifiedLike(
  ctx: Ctx,
  rows: readonly ConnectedRow[],
  { entry, credentials }: Wanted,
): Promise<ConnectedRow | undefined> {
  const text = canonical(credentials)
  for (const row of rows)
    if (row.catalogue_key === entry.key && row.credentials_state === 'unverified' && !row.is_lent)
      if (canonical(await openCredentials(ctx, row)) === text) return row
  return undefined
}
const canonical = (credentials: Credentials): string =>
  JSON.stringify(Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The key and the name of a new connection. Throws `tooMany` when there is no place, `duplicateName` for a taken name. */
function placeFor(rows: readonly ConnectedRow[], entry: CatalogueEntry, wished: string | undefined) {
  const number = Array.from({ length: limits.connections }, (_, index) => index + 1).find(
    (one) => !rows.some(({ channel_key }) => channel_key === keyOf(entry, one)),
  )
  const connections = rows.filter(({ catalogue_key }) => catalogue_key === entry.key)
  if (number === undefined || connections.length >= limits.connections || rows.length >= limits.channels)
    throw new Fault('tooMany')
  if (wished !== undefined) {
    expectFreeName(rows, wished)
    return { key: keyOf(entry, number), name: wished }
  }
  const names = Array.from({ length: rows.length + 1 }, (_, index) =>
    index === 0 ? entry.name : `${entry.name} ${index + 1}`,
  )
  return { key: keyOf(entry, number), name: names.find((name) => isFreeName(rows, name)) ?? entry.name }
}
const keyOf = ({ key }: CatalogueEntry, number: number): string => (number === 1 ? key : `${key}_${number}`)
