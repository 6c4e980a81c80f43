import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Tested } from '#server/providers/provider.ts'
import { connect } from './add.ts'
import { entryOf, listConnected, lockChannels, openCredentials, providerOf } from './connections.ts'
import { isSame } from './credentials.ts'

/**
 * Connects an account that the operator's partner account has onboarded, by its reference alone. The same account once more is
 * the same connection. Returns its key; null, with nothing changed, when the merchant has as many channels as are possible.
 */
export async function connectAccount(ctx: Ctx, catalogueKey: string, accountRef: string): Promise<string | null> {
  const entry = entryOf(catalogueKey)
  const { onboarding } = ctx.services.provider(providerOf(ctx, entry), {}, ctx.owner.environment)
  if (!onboarding) throw new Error(`the operator has no partner account for ${catalogueKey}`)
  const credentials = onboarding.credentialsOf(accountRef)
  await lockChannels(ctx)
  for (const row of await listConnected(ctx))
    if (row.catalogue_key === entry.key && row.by_partner && !row.is_lent)
      if (isSame(entry, await openCredentials(ctx, row), credentials)) return row.channel_key
  const tested: Tested = { kind: 'working', account: accountRef, checks: [] }
  const made = await connect(ctx, { entry, body: { creds: {} }, credentials, tested, byPartner: true }).catch(
    nullAtLimit,
  )
  if (!made) return null
  const { channelKey, changes } = made
  writeAudit(asProvider(ctx, entry.key), {
    action: 'channel.add',
    objectRef: channelKey,
    result: 'done',
    why: 'onboarded',
    changes,
  })
  return channelKey
}

/** `tooMany` is thrown before anything is written. */
function nullAtLimit(error: unknown): null {
  if (error instanceof Fault && error.fault === 'tooMany') return null
  throw error
}

/** An act that the provider's word causes, whoever asked for it, as the audit log has it. */
export function asProvider(ctx: Ctx, catalogueKey: string) {
  const { tx, owner, now, client, requestId, services } = ctx
  const actor = { kind: 'provider', id: catalogueKey, name: entryOf(catalogueKey).name } as const
  return { tx, owner, now, requestId, services, actor, user: null, client: { ...client, address: '' } }
}
