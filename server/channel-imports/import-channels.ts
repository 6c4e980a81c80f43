import type { importChannels as declaration, LeftOutReason } from '#contract/channel-imports.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import { connect, type Wanted } from '#server/channels/add.ts'
import { askProvider, ownerOf } from '#server/channels/ask-provider.ts'
import { findConnected, isFreeName, listConnected, lockChannels } from '#server/channels/connections.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import type { SourceChannel } from '#server/kit/outbound/credential-source.ts'
import { connectedLike } from './importable.ts'
import { entryFor, resolve, type Chosen, type LeftOut } from './resolve.ts'

/** A chosen channel, tested at its provider or left out. */
interface Planned {
  chosen: Chosen
  source: SourceChannel | undefined
  as: Wanted | LeftOut
}

/**
 * The channels that the source has for the merchant, with no transaction open; null when no source is set. Throws
 * `providerSilent` for a source without an answer, and `nothingToImport` for an empty one.
 */
export async function askSource(before: Before): Promise<readonly SourceChannel[] | null> {
  const owner = ownerOf(before)
  const { credentialSource } = before.services
  if (!credentialSource) return null
  const { key } = await before.apart(owner, (ctx) => merchantOf(ctx))
  const found = await credentialSource.list({ key, environment: owner.environment })
  if (found.kind === 'silent') throw new Fault('providerSilent', { why: found.why })
  if (found.channels.length === 0) throw new Fault('nothingToImport')
  return found.channels
}

/** Tests the chosen channels at their providers, all at once and with no transaction open. */
export async function plan(before: Before, chosen: readonly Chosen[]): Promise<Planned[]> {
  const twice = chosen.findIndex(({ id }, index) => chosen.findIndex((one) => one.id === id) !== index)
  if (twice !== -1) throw fieldFault('invalidRequest', `channels.${twice}.id`, 'given_twice')
  const channels = await askSource(before)
  if (channels === null) throw new Fault('nothingToImport')
  return Promise.all(
    chosen.map(async (one): Promise<Planned> => {
      const source = channels.find(({ id }) => id === one.id)
      return { chosen: one, source, as: source ? await tested(before, source, one) : { reason: 'not_found' } }
    }),
  )
}

async function tested(before: Before, source: SourceChannel, chosen: Chosen): Promise<Wanted | LeftOut> {
  const owner = ownerOf(before)
  const { environment } = owner
  const entry = entryFor(source, before.services)
  if (typeof entry === 'string') return { reason: entry }
  const as = resolve(source, entry, { environment, chosen })
  if ('reason' in as) return as
  const { credentials, country, enables } = as
  const isConnected = await before.apart(owner, async (ctx) =>
    connectedLike(ctx, await listConnected(ctx), entry, credentials),
  )
  if (isConnected) return { reason: 'connected' }
  const answer = await askProvider(before.services, environment, { provider: entry.provider ?? '', credentials })
  if (answer.kind === 'silent') return { reason: 'silent' }
  if (answer.kind === 'refused') return { reason: 'refused', field: answer.field, text: answer.providerText }
  return { entry, credentials, tested: answer, enables, body: { creds: {}, country } }
}

/** Connects what was planned, each channel whole or not at all, and says why the others were not connected. */
export async function importPlanned(ctx: Ctx, planned: readonly Planned[]): Promise<Output<typeof declaration>> {
  await lockChannels(ctx)
  const connected: Output<typeof declaration>['connected'] = []
  const leftOut: Output<typeof declaration>['left_out'] = []
  for (const { chosen, source, as } of planned) {
    const { id } = chosen
    const [channel_key, name] = [source?.channel_key ?? '', source?.name ?? '']
    const made = 'reason' in as ? as : await connectOne(ctx, as, { name, isFirst: connected.length === 0 })
    if ('reason' in made)
      leftOut.push({ id, channel_key, name, message: leftOutWords[made.reason], field: '', text: '', ...made })
    else connected.push({ id, channel_key, ...made })
  }
  return { connected, left_out: leftOut }
}

const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  not_found: 'The source no longer has this channel.',
  unknown: "This provider isn't offered here.",
  not_supported: "This channel isn't available in this installation.",
  value_missing: "A value isn't available any more.",
  connected: 'These credentials are connected already.',
  refused: "The provider doesn't accept the credentials.",
  silent: "The provider didn't answer, so nothing was imported. Try again in a moment.",
  no_place: 'No more accounts of this provider can be connected.',
}

async function connectOne(
  ctx: Ctx,
  wanted: Wanted,
  { name, isFirst }: { name: string; isFirst: boolean },
): Promise<{ key: string; name: string } | LeftOut> {
  const rows = await listConnected(ctx)
  if (await connectedLike(ctx, rows, wanted.entry, wanted.credentials)) return { reason: 'connected' }
  const body = { ...wanted.body, ...(isFreeName(rows, name) && { name }) }
  try {
    const { channelKey, changes } = await connect(ctx, { ...wanted, body })
    // The call's own entry of the audit log is about the first.
    if (isFirst) ctx.auditSubject(channelKey, changes)
    else writeAudit(ctx, { action: 'channel.import', objectRef: channelKey, result: 'done', changes })
    return { key: channelKey, name: (await findConnected(ctx, channelKey)).name }
  } catch (error) {
    // Thrown before anything is written.
    if (error instanceof Fault && error.fault === 'tooMany') return { reason: 'no_place' }
    throw error
  }
}
