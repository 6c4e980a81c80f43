import { z } from 'zod'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { changeConnected, lockChannels, lockConnected, lockEver, type ConnectedRow } from './connections.ts'
import { leaveAddress, leavesAddress } from './left-callbacks.ts'
import { useOf } from './use.ts'

/**
 * Removes a channel: it begins no payment and is listed no more. Its credentials stay until nothing that it took can be
 * refunded any more.
 */
export async function removeChannel(ctx: Ctx, channelKey: string): Promise<Changes> {
  await lockChannels(ctx)
  const row = await lockConnected(ctx, channelKey)
  const { is_enabled, callback_address: address } = row
  const hasCredentials = row.creds_sealed.length > 0
  if (address !== '') await leaveAddress(ctx, channelKey, { address, dueAt: ctx.now })
  await ctx.own
    .update('payment_methods')
    .set({ is_default: false })
    .where('channel_key', '=', channelKey)
    .where('is_default', '=', true)
    .execute()
  await changeConnected(ctx, channelKey, {
    is_enabled: false,
    removed_at: ctx.now,
    forget_at: hasCredentials ? afterRefunds(row, ctx.now) : null,
  })
  if (hasCredentials) ctx.enqueue(forgetCredentials, { channelKey })
  return changesFrom({ name: row.name, is_enabled }, { name: '', is_enabled: false })
}

const data = z.object({ merchantId: z.uuid(), environment, channelKey: z.string() })

/**
 * Forgets the credentials of a removed channel: at once when it was never used, else after the last refund window. Neither while
 * a payment or refund is under way, nor before its address of call-backs is taken away.
 */
export const forgetCredentials: Job<z.output<typeof data>> = job({
  name: 'forget-credentials',
  data,
  overdue: {
    key: 'channelKey',
    async list(ctx, since) {
      const rows = await ctx.own
        .select('payment_channels')
        .select('channel_key')
        .where('removed_at', 'is not', null)
        .where('is_forgotten', '=', false)
        .where('forget_at', '<', since)
        .execute()
      return rows.map(({ channel_key: channelKey }) => ({ channelKey }))
    },
  },
  async work(ctx, { channelKey }) {
    await lockChannels(ctx)
    const row = await lockEver(ctx, channelKey)
    if (!row?.removed_at || row.is_forgotten || row.creds_sealed.length === 0) return
    const { is_under_way: isUnderWay, is_used: isUsed } = await useOf(ctx, channelKey)
    // What is under way may still take money, which can then be refunded.
    const from = isUnderWay ? ctx.now : row.removed_at
    const forgetAt = isUsed ? afterRefunds(row, from) : ctx.now
    if (isUnderWay || forgetAt > ctx.now || (await leavesAddress(ctx, channelKey))) {
      const afterSeconds = Math.max(3_600, (forgetAt.getTime() - ctx.now.getTime()) / 1_000)
      await changeConnected(ctx, channelKey, { forget_at: new Date(ctx.now.getTime() + afterSeconds * 1_000) })
      ctx.enqueue(forgetCredentials, { channelKey }, { after: afterSeconds })
      return
    }
    await changeConnected(ctx, channelKey, {
      creds_sealed: Buffer.alloc(0),
      credentials_version: row.credentials_version + 1,
      credentials_state: 'none',
      provider_word: '{}',
      forget_at: null,
      is_forgotten: true,
    })
    const changes = changesFrom({ credentials_state: row.credentials_state }, { credentials_state: 'none' })
    writeAudit(ctx, { action: 'channel.forget', objectRef: channelKey, result: 'done', changes })
  },
})

/** The end of the time in which what was paid until `from` can be refunded. */
function afterRefunds({ catalogue_key }: Pick<ConnectedRow, 'catalogue_key'>, from: Date): Date {
  const refundable = (catalogueEntry(catalogue_key)?.ways ?? []).filter(({ refunds }) => refunds.kind !== 'none')
  const days = Math.max(0, ...refundable.map(({ refunds }) => refunds.days ?? limits.refundDaysUnknown))
  return new Date(from.getTime() + days * 86_400_000)
}
