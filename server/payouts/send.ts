import type { z } from 'zod'
import { paysByFile } from '#contract/rails-of-channels.ts'
import { limits } from '#contract/limits.ts'
import { accountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import { callbackAddress } from '#server/channels/callback-address.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import { placeOf, putOffSeconds, slowChannels } from '#server/channels/slow-channels.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { changePayout, movePayout } from '#server/payout-store/move.ts'
import { backToCreated } from '#server/payout-store/reopen.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import type { AskedPayout, PayoutOutcome, PayoutRequest } from '#server/providers/payouts.ts'
import { approvedDestination } from './approved-destination.ts'
import { holdsOf } from './holds.ts'
import { tell } from './notices.ts'
import { applyPayoutOutcome } from './outcomes.ts'
import { firstSend, sendPayoutJob } from './send-job.ts'

type Data = z.infer<typeof sendPayoutJob.data>

interface Claim {
  channel: Channel
  request: PayoutRequest
  /** It was sent before, so the provider is asked first. */
  asked: AskedPayout | null
}

/**
 * Sends an approved payout, then asks how it stands until that is final. A guarded update claims it, so it leaves once, and from then on
 * it never goes back: the provider may have paid. The key is always its reference; only what the provider has certainly never seen
 * is sent again. The job never gives up.
 */
export const sendPayout = effect<Data, Claim, PayoutOutcome>({
  ...sendPayoutJob,
  // A provider that keeps some waiting must not hold up the others.
  parallel: 32,
  overdue: {
    key: 'txnRef',
    list: async (ctx, since) => (await listUnderWay(ctx, since)).map(firstSend),
  },

  async claim(ctx, { txnRef, asks, nudge, waits = 0 }) {
    const payout = await lockPayout(ctx, txnRef)
    if (payout?.status !== 'Approved' && payout?.status !== 'Processing') return null
    const channel = await channelOf(ctx, payout.channel_key)
    // The bank's answers to a file are files too; nobody can be asked.
    if (payout.status === 'Processing' && paysByFile(channel.catalogueKey)) return null
    if (slow.isFull(placeOf(channel))) {
      if (!nudge) ctx.enqueue(sendPayoutJob, { txnRef, asks, nudge, waits: waits + 1 }, { after: putOffSeconds(waits) })
      return null
    }
    if (payout.status === 'Approved' && !(await claimed(ctx, payout))) return null
    return {
      channel,
      request: await requestOf(ctx, payout, channel),
      asked:
        payout.status === 'Approved'
          ? null
          : {
              key: txnRef,
              providerRef: payout.channel_ref,
              accountNo: payout.virtual_account_no,
              currency: payout.currency,
              amountMinor: totalsOf(payout).sentMinor,
              firstAskedAt: payout.channel_asked_at ?? ctx.now,
            },
    }
  },

  act: (services, claim, signal) => slow.watch(placeOf(claim.channel), () => askProvider(services, claim, signal)),

  async complete(ctx, { txnRef, asks, nudge }, _claim, outcome) {
    if (outcome.kind !== 'unknown' && outcome.kind !== 'unavailable' && outcome.kind !== 'absent')
      await applyPayoutOutcome(ctx, txnRef, outcome, ctx.now)
    const payout = await lockPayout(ctx, txnRef)
    if (payout?.status !== 'Processing') return
    changePayout(ctx, payout, { channel_asks: payout.channel_asks + 1 })
    await tellIfUnknown(ctx, payout)
    if (!nudge) ctx.enqueue(sendPayoutJob, { txnRef, asks: asks + 1, nudge: false }, { after: nextAskSeconds(asks) })
  },
})

/** Claims an approved payout for this job when nothing holds it. One whose account has changed meanwhile goes back to its maker. */
async function claimed(ctx: Ctx, payout: PayoutRow): Promise<boolean> {
  const { txn_ref: txnRef } = payout
  const account = await accountForPayout(ctx, {
    beneficiaryUuid: payout.beneficiary_uuid,
    accountUuid: payout.account_uuid,
  })
  if (account.version !== payout.account_version) {
    await backToCreated(ctx, { txnRefs: [txnRef] }, 'account_changed')
    return false
  }
  const [first, ...others] = await holdsOf(ctx, payout, account)
  if (!first) {
    await movePayout(ctx, payout, 'claim', { waits_for: 'provider', channel_asked_at: ctx.now })
    return true
  }
  const ends = [first, ...others].flatMap(({ until }) => until ?? [])
  changePayout(ctx, payout, { waits_for: first.wait, waits_until: first.until })
  if (first.wait !== 'bank_file')
    await tell(ctx, 'payout_held', payout, { once: `held:${txnRef}:${payout.revision}:${first.wait}` })
  const soonest = ends.toSorted((one, other) => one.getTime() - other.getTime())[0]
  if (soonest) ctx.enqueue(sendPayoutJob, firstSend(txnRef), { after: soonest })
  return false
}

async function requestOf(ctx: Ctx, payout: PayoutRow, channel: Channel): Promise<PayoutRequest> {
  return {
    key: payout.txn_ref,
    accountNo: payout.virtual_account_no,
    amountMinor: totalsOf(payout).sentMinor,
    currency: payout.currency,
    to: await approvedDestination(ctx, payout),
    remarks: payout.remarks,
    purpose: payout.purpose,
    feePayer: payout.fee_payer,
    callbackUrl: callbackAddress(ctx.services, channel, channel.environment),
  }
}

async function askProvider(
  services: Services,
  { channel, request, asked }: Claim,
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  const provider = services.provider(channel.provider, channel.credentials, channel.environment)
  if (!provider.payouts) return { kind: 'unknown', why: 'the provider pays nothing out' }
  if (asked) {
    const outcome = await provider.payouts.status(asked, signal)
    if (outcome.kind !== 'absent') return outcome
  }
  return provider.payouts.pay(request, signal)
}

/** Tells people of a payout that the provider has had for a day. */
async function tellIfUnknown(ctx: Ctx, payout: PayoutRow): Promise<void> {
  const since = payout.channel_asked_at ?? ctx.now
  if (ctx.now.getTime() - since.getTime() < limits.payoutUnknownHours * 3_600_000) return
  await tell(ctx, 'payout_unknown', payout, { once: `unknown:${payout.txn_ref}` })
}

/** Those at a provider, or on their way to one, that have not changed since a moment; those of bank files wait for people. Index: payouts_open. */
async function listUnderWay(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('status', 'in', ['Approved', 'Processing'])
    .where('waits_for', 'not in', ['bank_file', 'bank_answer'])
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .limit(500)
    .execute()
  return rows.map(({ txn_ref }) => txn_ref)
}

/** Requests of this process. A channel whose provider hangs takes no places from payouts by others. */
const slow = slowChannels({ most: 24 })

/** Seconds until the provider is asked again: hourly after the first hours, without an end. */
export const nextAskSeconds = (asks: number): number => [5, 30, 120, 600, 3_600][Math.min(asks, 4)] as number
