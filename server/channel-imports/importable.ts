import type { z } from 'zod'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import type { ImportableChannel } from '#contract/channel-imports.ts'
import { wayOf, type PaymentMethod } from '#contract/methods.ts'
import { openCredentials, type ConnectedRow } from '#server/channels/connections.ts'
import { isSame, maskOf, type Credentials } from '#server/channels/credentials.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { SourceChannel } from '#server/kit/outbound/credential-source.ts'
import { askedOf, countryOf, entryFor, isWay, resolve, valuesOf } from './resolve.ts'

type Shown = z.output<typeof ImportableChannel>

/** A channel of the source with what can be chosen of it; values that are not available are shown as empty. */
export async function shownImportable(ctx: Ctx, source: SourceChannel, rows: readonly ConnectedRow[]): Promise<Shown> {
  const { environment } = ctx.owner
  const entry = entryFor(source, ctx.services)
  const { id, channel_key, name } = source
  const known = { id, channel_key, name, logo: '' }
  const methods = source.methods.map(({ type, sub_type }) => ({
    type,
    sub_type,
    display_name: wayOf(type as PaymentMethod, sub_type)?.name ?? '',
    is_available: typeof entry !== 'string' && entry.ways.some((way) => isWay({ type, sub_type }, way)),
  }))
  if (typeof entry === 'string')
    return { ...known, state: entry, country: '', countries: [], methods, creds: [], connections: [] }
  const mine = rows.filter(({ catalogue_key }) => catalogue_key === entry.key)
  const as = resolve(source, entry, { environment })
  const twin = 'credentials' in as ? await connectedLike(ctx, mine, entry, as.credentials) : undefined
  return {
    ...known,
    state: twin ? 'connected' : 'ready',
    country: countryOf(source, entry),
    countries: entry.countries === 'GLOBAL' ? ['GLOBAL'] : [...entry.countries],
    methods,
    creds: askedOf(entry).map((field) => {
      const values = valuesOf(source, field, environment)
      const current = source.creds[field.name]?.current ?? ''
      return {
        name: field.name,
        label: field.label,
        is_optional: field.optional === true,
        current: values.some((one) => one.id === current) ? current : '',
        values: values.map((one) => ({ id: one.id, value: field.secret ? maskOf(one.value) : one.value })),
      }
    }),
    connections: mine.map((row) => row.name),
  }
}

/** The own connection of the same credentials. One that is still unverified is connected by being imported. */
export async function connectedLike(
  ctx: Ctx,
  rows: readonly ConnectedRow[],
  entry: CatalogueEntry,
  credentials: Credentials,
): Promise<ConnectedRow | undefined> {
  for (const row of rows)
    if (row.catalogue_key === entry.key && row.credentials_state !== 'unverified' && !row.is_lent)
      if (isSame(entry, await openCredentials(ctx, row), credentials)) return row
  return undefined
}
