import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import type { updateChannel as declaration } from '#contract/channels.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import type { Tested } from '#server/providers/provider.ts'
import { askProvider, foundOut, ownerOf, refusal, silence } from './ask-provider.ts'
import {
  changeConnected,
  entryOf,
  expectFreeName,
  findConnected,
  listConnected,
  lockChannels,
  lockConnected,
  openCredentials,
  own,
  providerOf,
  sealCredentials,
} from './connections.ts'
import { maskedCredentials, mergeCredentials, withoutOurs, type Credentials } from './credentials.ts'
import { expectPossibleUse } from './pay-type.ts'
import { enqueueRegistration } from './register-callbacks.ts'
import { expectNothingUnderWay, isSameAccount, lockBeginning } from './same-account.ts'

type Body = Input<typeof declaration>['body']

/** New values of credentials, with what the provider has said about all of them together. */
interface Fresh {
  values: Credentials
  tested: Exclude<Tested, { kind: 'refused' }>
  /** Of the credentials to which the values belong. */
  version: number
  /** They may be of another account. */
  moves: boolean
}

/**
 * Asks the provider about credentials that change, with no transaction open; null when none does. Of a provider that does not
 * answer, those of a channel that takes payments stay, and those of one that does not are kept before the call fails.
 */
export async function checkChanged(before: Before, channelKey: string, body: Body): Promise<Fresh | null> {
  const owner = ownerOf(before)
  const { row, kept } = await before.apart(owner, async (ctx) => {
    const found = own(await findConnected(ctx, channelKey))
    return { row: found, kept: await openCredentials(ctx, found) }
  })
  // Those of a channel that waits for its credentials are not asked for, to change its name.
  if (!body.creds) return null
  const entry = entryOf(row.catalogue_key)
  const { credentials, changed } = mergeCredentials(entry, owner.environment, { sent: body.creds, kept })
  if (changed.length === 0) return null
  const provider = providerOf(before, entry)
  const tested = await askProvider(before.services, owner.environment, { provider, credentials })
  if (tested.kind === 'refused') throw refusal(tested)
  const values = Object.fromEntries(changed.map((name) => [name, credentials[name] ?? '']))
  const moves = !(await isSameAccount(before, { row, provider, credentials, tested }))
  const fresh = { values, tested, version: row.credentials_version, moves }
  if (tested.kind === 'working') return fresh
  if (row.is_enabled) throw silence('not_changed', tested.why)
  await before.apart(owner, async (ctx) => {
    const changes = await changeChannel(ctx, channelKey, body, fresh)
    writeAudit(ctx, { action: 'channel.update', objectRef: channelKey, result: 'done', why: 'unverified', changes })
  })
  throw silence('kept_unverified', tested.why)
}

/**
 * Changes a channel by what a request sends. Throws `changedMeanwhile` when its credentials are no longer those that were tested
 * with, and `inFlight` for those of another account while anything is under way at the one that the channel has.
 */
export async function changeChannel(ctx: Ctx, channelKey: string, body: Body, fresh: Fresh | null): Promise<Changes> {
  await (fresh?.moves ? lockBeginning(ctx) : lockChannels(ctx))
  const row = await lockConnected(ctx, channelKey)
  if (fresh && row.credentials_version !== fresh.version) throw new Fault('changedMeanwhile')
  if (fresh?.moves) await expectNothingUnderWay(ctx, channelKey)
  const entry = entryOf(row.catalogue_key)
  const { name = row.name, country = row.country, is_va_flow = row.is_va_flow } = body
  expectPossibleUse(entry, { payType: row.pay_type, virtualAccounts: body.is_va_flow })
  expectFreeName(await listConnected(ctx), name, { but: channelKey })
  const wanted = { name, country, is_va_flow }
  const changes = changesFrom({ name: row.name, country: row.country, is_va_flow: row.is_va_flow }, wanted)
  if (!fresh) {
    await changeConnected(ctx, channelKey, wanted)
    return changes
  }
  const kept = await openCredentials(ctx, row)
  const { tested } = fresh
  const moved = row.by_partner || tested.kind !== 'working' || tested.account !== row.provider_word.account
  const credentials = { ...(moved ? withoutOurs(entry, kept) : kept), ...fresh.values }
  await changeConnected(ctx, channelKey, {
    ...wanted,
    creds_sealed: await sealCredentials(ctx, channelKey, credentials),
    credentials_version: row.credentials_version + 1,
    credentials_state: 'unverified',
    // Credentials of the merchant's own take the place of the operator's partner account.
    by_partner: false,
    ...foundOut(tested, ctx.now),
  })
  if (tested.kind === 'working') enqueueRegistration(ctx, { ...row, by_partner: false })
  return { ...changes, ...changedCredentials(entry, kept, credentials) }
}

/** The credentials that differ, as the audit log shows them: masked, so that the last characters tell them apart. */
function changedCredentials(entry: CatalogueEntry, kept: Credentials, now: Credentials): Changes {
  const [was, is] = [maskedCredentials(entry, kept), maskedCredentials(entry, now)]
  const names = Object.keys(is).filter((name) => kept[name] !== now[name])
  return Object.fromEntries(names.map((name) => [`creds.${name}`, { before: was[name] ?? '', after: is[name] ?? '' }]))
}
