import { paysByFile } from '#contract/rails-of-channels.ts'
import { holdsPayouts } from '#contract/screening.ts'
import type { PayoutWait } from '#contract/payout-states.ts'
import type { AccountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import { isActive } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import { freezeOf } from '#server/ledger/freeze-payouts.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { opensAt, payoutChannel, railOfPayout } from './terms.ts'
import { listStops } from './stops.ts'

/** One thing that keeps an approved payout from leaving. */
export interface Hold {
  wait: PayoutWait
  /** Until when, where that is known. */
  until: Date | null
  facts: Record<string, string>
}
const hold = (wait: PayoutWait, until: Date | null = null, facts: Record<string, string> = {}): Hold => ({
  wait,
  until,
  facts,
})

/** Everything that keeps a payout from being sent at this moment, whether or not it is approved. It is sent when nothing is left. */
export async function holdsOf(ctx: Ctx, payout: PayoutRow, account: AccountForPayout): Promise<Hold[]> {
  const [stops, frozen, active, channel, rail] = await Promise.all([
    memo(ctx, 'payout stops', () => listStops(ctx)),
    memo(ctx, 'payout freeze', () => freezeOf(ctx)),
    memo(ctx, 'is active', () => isActive(ctx)),
    payoutChannel(ctx, payout.channel_key),
    railOfPayout(ctx, payout),
  ])
  const stop = stops.find(({ channel_key }) => channel_key === payout.channel_key)
  const opening = rail ? await opensAt(ctx, rail, ctx.now) : ctx.now
  return [
    ...(frozen ? [hold('merchant_frozen', null, { invariant: frozen.invariant })] : []),
    ...(active ? [] : [hold('merchant_inactive')]),
    ...(stop ? [hold('channel_stopped', null, { evidence: stop.evidence, txn_ref: stop.txn_ref })] : []),
    ...(!stop && (!channel?.is_enabled || !rail) ? [hold('channel_stopped')] : []),
    ...(account.isActive ? [] : [hold('beneficiary_inactive', null, { name: account.name })]),
    ...(account.waitsUntil ? [hold('account_wait', account.waitsUntil)] : []),
    ...(account.nameHolds
      ? [hold('name_check', null, { check: account.nameCheck, name_at_bank: account.nameAtBank })]
      : []),
    ...(holdsPayouts(account.screening) ? [hold('screening', null, { screening: account.screening })] : []),
    ...(opening > ctx.now ? [hold('rail_hours', opening)] : []),
    // Last, as what waits for its file alone can be put into it.
    ...(channel && paysByFile(channel.catalogue_key) ? [hold('bank_file')] : []),
  ]
}
