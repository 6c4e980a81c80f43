import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Tested } from '#server/providers/provider.ts'
import { askProvider, foundOut, ownerOf, refusal, silence } from './ask-provider.ts'
import {
  changeConnected,
  entryOf,
  findConnected,
  lockConnected,
  openCredentials,
  own,
  providerOf,
} from './connections.ts'
import { expectGiven } from './credentials.ts'
import { enqueueRegistration } from './register-callbacks.ts'

/** What a provider said about a channel's credentials. */
export interface Answered {
  tested: Tested
  /** Of the credentials that it was asked about. */
  version: number
}

/** Asks a channel's provider about its credentials, with no transaction open. */
export async function askAbout(before: Before, channelKey: string): Promise<Answered> {
  const owner = ownerOf(before)
  const { row, credentials } = await before.apart(owner, async (ctx) => {
    const found = own(await findConnected(ctx, channelKey))
    return { row: found, credentials: await openCredentials(ctx, found) }
  })
  const entry = entryOf(row.catalogue_key)
  const provider = providerOf(before, entry)
  if (row.credentials_state === 'missing') expectGiven(entry, credentials)
  const tested = await askProvider(before.services, owner.environment, { provider, credentials })
  return { tested, version: row.credentials_version }
}

/**
 * Writes what a provider said. Refused credentials do not disable a channel, but people are told. Throws `changedMeanwhile` when the channel has
 * other credentials by now.
 */
export async function writeAnswer(ctx: Ctx, channelKey: string, { tested, version }: Answered): Promise<string> {
  const row = await lockConnected(ctx, channelKey)
  if (row.credentials_version !== version) throw new Fault('changedMeanwhile')
  await changeConnected(ctx, channelKey, foundOut(tested, ctx.now))
  if (tested.kind === 'working') enqueueRegistration(ctx, row)
  if (tested.kind === 'refused' && row.credentials_state === 'working')
    await notify(ctx, 'channel_refused', { channel: channelKey, name: row.name })
  return row.credentials_state
}

/**
 * Before a channel is switched on: asks the provider about credentials that are not known to work, with no transaction open.
 * Throws `credentialsRefused` and `providerSilent`.
 */
export async function expectWorking(before: Before, channelKey: string): Promise<Answered | null> {
  const owner = ownerOf(before)
  const row = await before.apart(owner, async (ctx) => own(await findConnected(ctx, channelKey)))
  providerOf(before, entryOf(row.catalogue_key))
  if (row.credentials_state === 'working') return null
  const answered = await askAbout(before, channelKey)
  const { tested } = answered
  if (tested.kind === 'working') return answered
  await before.apart(owner, (ctx) => writeAnswer(ctx, channelKey, answered))
  throw tested.kind === 'refused' ? refusal(tested) : silence('not_changed', tested.why)
}
