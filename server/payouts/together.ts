import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { reservePayouts } from '#server/ledger/payout-postings.ts'
import { countAll, haveRoom } from '#server/payout-limits/count.ts'
import type { PayoutColumns } from '#server/payout-store/move.ts'
import { publishPayoutWebhook } from '#server/payout-store/publish-webhook.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { warnIfLow } from '#server/virtual-accounts/warn-if-low.ts'
import { limitedOf } from './limits.ts'
import { tell } from './notices.ts'
import { isBlocked } from './queue.ts'
import { firstSend, sendPayoutJob } from './send-job.ts'
import { opensAt, railOfPayout } from './terms.ts'

/**
 * Does for approved payouts of one account, the oldest first, what `advance` does for each, with a statement for each thing that is
 * written and not for each payout: what the account covers goes to the provider, the rest is queued. Null, and nothing is changed, where
 * one of them waits for a time, an opening or a limit; then they go one by one.
 * @param payouts locked, and waiting for their approval.
 */
export async function advanceTogether(
  ctx: Ctx,
  payouts: readonly PayoutRow[],
  approval: PayoutColumns,
): Promise<PayoutRow[] | null> {
  const [first] = payouts
  if (!first || (await oneWaits(ctx, payouts))) return null
  const limited = await limitedOf(ctx, payouts)
  if (!(await haveRoom(ctx, [...limited.values()]))) return null
  const { virtual_account_no: accountNo, currency } = first
  const covered = (await isBlocked(ctx, first)) ? [] : await coveredOf(ctx, payouts)
  const rest = payouts.filter((payout) => !covered.includes(payout))
  if (covered.length > 0) {
    const totals = covered.map((payout) => ({
      txnRef: payout.txn_ref,
      totalMinor: totalsOf(payout).totalMinor,
      revision: payout.revision,
    }))
    if ((await reservePayouts(ctx, { accountNo, currency }, totals)) === 'short') return null
    await countAll(
      ctx,
      covered.flatMap(({ txn_ref: ref }) => limited.get(ref) ?? []),
    )
    const takenMinor = totals.reduce((sum, { totalMinor }) => sum + totalMinor, 0n)
    await warnIfLow(ctx, { accountNo, currency, takenMinor })
  }
  const approved = await moveAll(ctx, covered, 'payout_approved', {
    ...approval,
    status: 'Approved',
    waits_for: '',
    waits_until: null,
  })
  for (const { txn_ref: ref } of approved) ctx.enqueue(sendPayoutJob, firstSend(ref))
  const queued = { status: 'Queued', waits_for: 'funds', waits_until: null, queued_at: ctx.now } as const
  for (const payout of rest) await tell(ctx, 'payout_queued', payout)
  return [...approved, ...(await moveAll(ctx, rest, 'payout_queued', { ...approval, ...queued }))]
}

/** Whether a time, or the opening of a rail, keeps one of them. */
async function oneWaits(ctx: Ctx, payouts: readonly PayoutRow[]): Promise<boolean> {
  if (
    payouts.some(({ scheduled_time: time, reserved_minor: held }) => held !== 0n || (time !== null && time > ctx.now))
  )
    return true
  const rails = new Map(payouts.map((payout) => [`${payout.channel_key} ${payout.rail}`, payout]))
  for (const payout of rails.values()) {
    const rail = await railOfPayout(ctx, payout)
    if (rail && (await opensAt(ctx, rail, ctx.now)) > ctx.now) return true
  }
  return false
}

/** Those that the account covers, one after the other; one that does not fit is passed over. Its row is locked until the commit. */
async function coveredOf(ctx: Ctx, payouts: readonly PayoutRow[]): Promise<PayoutRow[]> {
  const account = await ctx.own
    .select('virtual_accounts')
    .select('available_minor')
    .where('account_no', '=', payouts[0]?.virtual_account_no ?? '')
    .forUpdate()
    .executeTakeFirst()
  let left = account?.available_minor ?? 0n
  return payouts.filter((payout) => {
    const { totalMinor } = totalsOf(payout)
    if (totalMinor > left) return false
    left -= totalMinor
    return true
  })
}

/** Moves payouts in one statement, each with its entry of the timeline and its webhook. What is approved is set aside. */
async function moveAll(
  ctx: Ctx,
  payouts: readonly PayoutRow[],
  event: string,
  columns: PayoutColumns & { status: 'Approved' | 'Queued' },
): Promise<PayoutRow[]> {
  if (payouts.length === 0) return []
  const isSetAside = columns.status === 'Approved'
  const total = sql<bigint>`amount_minor + case when fee_payer = 'SENDER' then fee_minor + fee_tax_minor else 0 end`
  const { account_fields: _, ...plain } = columns
  const rows = await ctx.own
    .update('payouts')
    .set({ ...plain, updated_at: ctx.now, ...(isSetAside && { reserved_minor: total }) })
    .where(
      'txn_ref',
      'in',
      payouts.map(({ txn_ref }) => txn_ref),
    )
    .where('status', 'in', ['Created', 'Verified'])
    .returningAll()
    .execute()
  if (rows.length < payouts.length) throw new Error('a locked payout has moved')
  for (const row of rows) {
    addTimelineEntry(ctx, 'payout', row.txn_ref, event)
    await publishPayoutWebhook(ctx, row)
  }
  return rows
}
