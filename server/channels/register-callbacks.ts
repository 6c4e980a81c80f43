import { z } from 'zod'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { withoutCredentials } from './ask-provider.ts'
import { callbackAddress } from './callback-address.ts'
import { againSeconds } from './callback-tries.ts'
import { channelOf, type Channel } from './channel.ts'
import {
  changeConnected,
  listConnected,
  lockEver,
  openCredentials,
  sealCredentials,
  type ConnectedRow,
} from './connections.ts'
import { keepAddress, leaveAddress } from './left-callbacks.ts'

const data = z.object({ merchantId: z.uuid(), environment, channelKey: z.string(), tries: z.number().default(0) })
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  address: string
  /** Of the credentials that the provider is asked with. */
  version: number
}

/**
 * Registers a channel's address of call-backs at its provider, which looks for it first, and keeps what belongs to it with the
 * channel's credentials. It is tried until it succeeds or there is nothing left to register.
 */
export const registerCallbacks = effect<Data, Claim, { credentials: Record<string, string> | null } | { why: string }>({
  name: 'register-callbacks',
  data,
  parallel: 4,
  overdue: {
    key: 'channelKey',
    async list(ctx) {
      const { key: merchantKey } = await merchantOf(ctx)
      const due = (row: ConnectedRow) => !isRegistered(row, addressOf(ctx, { ...row, merchantKey }))
      const rows = await listConnected(ctx)
      return rows
        .filter((row) => mayRegister(row) && due(row))
        .map((row) => ({ channelKey: row.channel_key, tries: 0 }))
    },
  },

  async claim(ctx, { channelKey }) {
    const row = await lockEver(ctx, channelKey)
    if (!row || row.removed_at) return null
    const channel = await channelOf(ctx, channelKey)
    const address = callbackAddress(ctx.services, channel, ctx.owner.environment)
    return mayRegister(row) && !isRegistered(row, address)
      ? { channel, address, version: row.credentials_version }
      : null
  },

  async act(services, { channel, address }, signal) {
    const { provider, credentials, environment: mode } = channel
    const { connection } = services.provider(provider, credentials, mode)
    try {
      return (await connection?.register?.(address, signal)) ?? { credentials: null }
    } catch (error) {
      return { why: withoutCredentials(error instanceof Error ? error.message : '', credentials) }
    }
  },

  async complete(ctx, { channelKey, tries }, { address, version }, result) {
    const row = await lockEver(ctx, channelKey)
    if (!row) return
    if (row.removed_at) return leaveAddress(ctx, channelKey, { address, dueAt: ctx.now })
    // Credentials that were changed meanwhile register the address anew.
    if (row.credentials_version !== version) return
    if ('why' in result) {
      ctx.services.log.warn({ channel: channelKey, why: result.why }, 'an address of call-backs is not registered')
      ctx.enqueue(registerCallbacks, { channelKey, tries: tries + 1 }, { after: againSeconds(tries) })
      return
    }
    const { callback_address: old } = row
    // The provider may still be sending again what could not be delivered to the old address.
    if (old !== '' && old !== address)
      await leaveAddress(ctx, channelKey, { address: old, dueAt: overlapFrom(ctx.now) })
    await keepAddress(ctx, channelKey, address)
    const credentials = { ...(await openCredentials(ctx, row)), ...result.credentials }
    await changeConnected(ctx, channelKey, {
      creds_sealed: await sealCredentials(ctx, channelKey, credentials),
      callback_address: address,
      callback_version: version,
    })
  },
})

const overlapFrom = (now: Date): Date => new Date(now.getTime() + limits.callbackOverlapHours * 3_600_000)

/** Registers the address of call-backs of a channel whose credentials work, in the transaction of the change. */
export function enqueueRegistration(
  ctx: Ctx,
  row: Pick<ConnectedRow, 'channel_key' | 'catalogue_key' | 'by_partner'>,
): void {
  if (!hasOwnAddress(row)) return
  ctx.enqueue(registerCallbacks, { channelKey: row.channel_key, tries: 0 })
}

/** Whether its address is registered by us. Call-backs of an onboarded account come to the operator's partner account. */
const hasOwnAddress = (row: Pick<ConnectedRow, 'catalogue_key' | 'by_partner'>): boolean =>
  catalogueEntry(row.catalogue_key)?.callbacks === 'registered' && !row.by_partner

/** Whether the address is registered with the credentials that the channel has now. */
export const isRegistered = (
  row: Pick<ConnectedRow, 'callback_address' | 'callback_version' | 'credentials_version'>,
  address: string,
): boolean => row.callback_address === address && row.callback_version === row.credentials_version

const mayRegister = (row: ConnectedRow): boolean =>
  hasOwnAddress(row) && row.provider !== '' && !row.is_lent && row.credentials_state === 'working'

const addressOf = (ctx: Ctx, row: ConnectedRow & { merchantKey: string }): string =>
  callbackAddress(ctx.services, { ...row, key: row.channel_key }, ctx.owner.environment)
