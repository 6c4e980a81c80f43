import { channelOf } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { lockPayout } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { applyPayoutOutcome } from './outcomes.ts'
import { followPayoutJob, nextFollowHours } from './follow-job.ts'

/**
 * Asks a bank for ten days how a payout stands that has arrived: it may come back, and not every bank tells of that. It asks only and
 * sends nothing.
 */
export const followPayout = effect({
  ...followPayoutJob,
  parallel: 2,

  async claim(ctx, { txnRef }) {
    const payout = await lockPayout(ctx, txnRef)
    if (payout?.status !== 'Success') return null
    const { channel_ref: providerRef, virtual_account_no: accountNo, currency } = payout
    const { sentMinor: amountMinor } = totalsOf(payout)
    const firstAskedAt = payout.channel_asked_at ?? ctx.now
    return {
      channel: await channelOf(ctx, payout.channel_key),
      asked: { key: txnRef, providerRef, accountNo, currency, amountMinor, firstAskedAt },
    }
  },

  async act(services, { channel, asked }, signal) {
    const bank = services.provider(channel.provider, channel.credentials, channel.environment).payouts
    return bank ? bank.status(asked, signal) : ({ kind: 'unknown', why: 'the provider pays nothing out' } as const)
  },

  async complete(ctx, { txnRef, asks }, _claim, outcome) {
    if (outcome.kind === 'returned' || outcome.kind === 'failed')
      await applyPayoutOutcome(ctx, txnRef, outcome, ctx.now)
    if ((await lockPayout(ctx, txnRef))?.status === 'Success') askAgain(ctx, txnRef, asks)
  },
})

function askAgain(ctx: Ctx, txnRef: string, asks: number): void {
  const hours = nextFollowHours(asks + 1)
  if (hours !== undefined) ctx.enqueue(followPayoutJob, { txnRef, asks: asks + 1 }, { after: hours * 3_600 })
}
