import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { withoutCredentials } from './ask-provider.ts'
import { againSeconds } from './callback-tries.ts'
import { channelOf, type Channel } from './channel.ts'
import { changeConnected, lockEver } from './connections.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  channelKey: z.string(),
  address: z.string(),
  tries: z.number().default(0),
})
type Data = z.infer<typeof data>
interface Claim {
  channel: Channel
  address: string
}

/** About forty hours, after which a provider that refuses is not asked again. */
const triesMost = 48

/**
 * Takes an address of call-backs that is needed no more away at the provider, with the channel's credentials of now: at another
 * account it is not found, which is nothing to do.
 */
export const unregisterCallbacks = effect<Data, Claim, { why: string } | null>({
  name: 'unregister-callbacks',
  data,
  parallel: 4,
  overdue: {
    // It names its channel and merchant.
    key: 'address',
    async list(ctx, since) {
      const rows = await ctx.own
        .select('left_callbacks')
        .select(['channel_key', 'address'])
        .where('due_at', '<', since)
        .execute()
      return rows.map(({ channel_key: channelKey, address }) => ({ channelKey, address, tries: 0 }))
    },
  },

  async claim(ctx, { channelKey, address }) {
    const left = await ctx.own
      .select('left_callbacks')
      .select('due_at')
      .where('channel_key', '=', channelKey)
      .where('address', '=', address)
      .executeTakeFirst()
    const row = await lockEver(ctx, channelKey)
    // Without credentials nothing can be taken away.
    if (row?.is_forgotten) await keepAddress(ctx, channelKey, address)
    if (!row || row.is_forgotten) return null
    return left && left.due_at <= ctx.now ? { channel: await channelOf(ctx, channelKey), address } : null
  },

  async act(services, { channel, address }, signal) {
    const { provider, credentials, environment: mode } = channel
    try {
      await services.provider(provider, credentials, mode).connection?.unregister?.(address, signal)
      return null
    } catch (error) {
      return { why: withoutCredentials(error instanceof Error ? error.message : '', credentials) }
    }
  },

  async complete(ctx, { channelKey, address, tries }, _channel, failed) {
    const row = await lockEver(ctx, channelKey)
    if (failed && tries < triesMost) {
      ctx.enqueue(unregisterCallbacks, { channelKey, address, tries: tries + 1 }, { after: againSeconds(tries) })
      return
    }
    if (failed)
      ctx.services.log.warn({ channel: channelKey, why: failed.why }, 'an address of call-backs stays at its provider')
    await keepAddress(ctx, channelKey, address)
    // It was registered again while it was taken away: the sweep registers it once more.
    if (row?.callback_address === address && !row.removed_at)
      await changeConnected(ctx, channelKey, { callback_version: 0 })
  },
})

/** Notes that an address is to be taken away at the provider, at `dueAt` or soon after. */
export async function leaveAddress(
  ctx: Ctx,
  channelKey: string,
  { address, dueAt }: { address: string; dueAt: Date },
): Promise<void> {
  await ctx.own
    .insert('left_callbacks', { channel_key: channelKey, address, due_at: dueAt })
    .onConflict((same) =>
      same.columns(['merchant_id', 'environment', 'channel_key', 'address']).doUpdateSet({ due_at: dueAt }),
    )
    .execute()
  const after = Math.max(0, (dueAt.getTime() - ctx.now.getTime()) / 1_000)
  ctx.enqueue(unregisterCallbacks, { channelKey, address, tries: 0 }, { after })
}

/** Notes that an address is not to be taken away, since it is registered again or gone. */
export const keepAddress = async (ctx: Ctx, channelKey: string, address: string): Promise<void> => {
  await ctx.own.delete('left_callbacks').where('channel_key', '=', channelKey).where('address', '=', address).execute()
}

/** Whether an address of the channel is still to be taken away at its provider. */
export const leavesAddress = async (ctx: Ctx, channelKey: string): Promise<boolean> =>
  (await ctx.own
    .select('left_callbacks')
    .select('address')
    .where('channel_key', '=', channelKey)
    .limit(1)
    .executeTakeFirst()) !== undefined
