import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CatalogueEntry, CatalogueWay, CredentialField } from '#contract/channel-catalogue/entry.ts'
import type { importChannels, LeftOutReason } from '#contract/channel-imports.ts'
import type { Input } from '#contract/kit/call.ts'
import { country, type Environment } from '#contract/kit/wire.ts'
import { fitsField, type Credentials } from '#server/channels/credentials.ts'
import type { Services } from '#server/kit/ctx.ts'
import type { SourceChannel } from '#server/kit/outbound/credential-source.ts'

/** What a request chooses of one channel of the source. */
export type Chosen = Input<typeof importChannels>['body']['channels'][number]

/** A channel of the source as it would be connected. */
export interface Resolved {
  entry: CatalogueEntry
  country: string
  credentials: Credentials
  enables: (way: Pick<CatalogueWay, 'type' | 'subType'>) => boolean
}
export interface LeftOut {
  reason: LeftOutReason
  /** The value at fault. */
  field?: string
  /** The provider's words. */
  text?: string
}

/** The entry of a channel of the source; why it has none that can be connected here. */
export function entryFor({ channel_key: key }: SourceChannel, { providers }: Pick<Services, 'providers'>) {
  const entry = catalogueEntry(key)
  if (!entry) return 'unknown'
  return entry.provider !== null && providers.includes(entry.provider) ? entry : 'not_supported'
}

/** What is connected of a channel of the source: all of it, or nothing and the value that is not available. */
export function resolve(
  source: SourceChannel,
  entry: CatalogueEntry,
  { environment, chosen }: { environment: Environment; chosen?: Chosen },
): Resolved | LeftOut {
  const where = chosen?.country ?? countryOf(source, entry)
  if (!isCountryOf(entry, where)) return { reason: 'value_missing', field: 'country' }
  const asked = askedOf(entry)
  const stray = Object.keys(chosen?.creds ?? {}).find((name) => !asked.some((field) => field.name === name))
  if (stray !== undefined) return { reason: 'value_missing', field: stray }
  const credentials: Record<string, string> = {}
  for (const field of asked) {
    const id = chosen?.creds?.[field.name] ?? source.creds[field.name]?.current
    const value = valuesOf(source, field, environment).find((one) => one.id === id)?.value
    const isLeftOut = field.optional === true && chosen?.creds?.[field.name] === undefined
    if (value !== undefined) credentials[field.name] = value
    else if (!isLeftOut) return { reason: 'value_missing', field: field.name }
  }
  const ways = chosen?.methods ?? source.methods
  const all = chosen?.methods === undefined && source.methods.length === 0
  const enables: Resolved['enables'] = (way) => all || ways.some((one) => isWay(one, way))
  return { entry, country: where, credentials, enables }
}

/** The credentials that a merchant gives. */
export const askedOf = (entry: CatalogueEntry): CredentialField[] => entry.credentials.filter(({ ours }) => !ours)

/** The values of a credential that can be chosen: those that the catalogue takes. */
export const valuesOf = (source: SourceChannel, field: CredentialField, environment: Environment) =>
  (source.creds[field.name]?.available ?? [])
    .map(({ id, value }) => ({ id, value: value.trim() }))
    .filter(({ value }) => fitsField(field, value, environment))

/** The source's country, empty where the channel has not got it; a source that names none means any. */
export function countryOf({ country: named }: SourceChannel, entry: CatalogueEntry): string {
  const code = named === '' ? 'GLOBAL' : named
  return isCountryOf(entry, code) ? code : ''
}
const isCountryOf = ({ countries }: CatalogueEntry, code: string): boolean =>
  code === 'GLOBAL' || (countries === 'GLOBAL' ? country.safeParse(code).success : countries.includes(code))

/** Whether a way of the source is one of the channel; without a sub-type it is each of its method. */
export const isWay = (
  { type, sub_type: subType = '' }: { type: string; sub_type?: string | undefined },
  way: Pick<CatalogueWay, 'type' | 'subType'>,
): boolean => type === way.type && (subType === '' || subType === way.subType)
