import type { Selectable } from 'kysely'
import type { PayoutState } from '#contract/payout-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A payout as it is kept. */
export type PayoutRow = Selectable<Tables['payouts']>

const rows = (ctx: Ctx) => ctx.own.select('payouts').selectAll('payouts')

/** A payout without a lock; undefined when absent or not the owner's. Index: primary key. */
export const findPayout = (ctx: Ctx, txnRef: string): Promise<PayoutRow | undefined> =>
  rows(ctx).where('txn_ref', '=', txnRef).executeTakeFirst()

/** Locks a payout until the commit; undefined when absent or not the owner's. The order everywhere: payout, then virtual account. */
export const lockPayout = (ctx: Ctx, txnRef: string): Promise<PayoutRow | undefined> =>
  rows(ctx).where('txn_ref', '=', txnRef).forUpdate().executeTakeFirst()

/** Locks several in the order of their references, which is that of all who lock several. */
export const lockPayouts = (ctx: Ctx, txnRefs: readonly string[]): Promise<PayoutRow[]> =>
  txnRefs.length === 0
    ? Promise.resolve([])
    : rows(ctx).where('txn_ref', 'in', txnRefs).orderBy('txn_ref').forUpdate().execute()

/** Those of an account, or of another condition, in some states; oldest first. Index: payouts_open. */
export const listPayoutsIn = (
  ctx: Ctx,
  states: readonly PayoutState[],
  of: { accountNo?: string; accountUuid?: string; channelKey?: string },
): Promise<PayoutRow[]> =>
  rows(ctx)
    .where('status', 'in', states)
    .$if(of.accountNo !== undefined, (query) => query.where('virtual_account_no', '=', of.accountNo ?? ''))
    .$if(of.accountUuid !== undefined, (query) => query.where('account_uuid', '=', of.accountUuid ?? ''))
    .$if(of.channelKey !== undefined, (query) => query.where('channel_key', '=', of.channelKey ?? ''))
    .orderBy('created_at')
    .orderBy('txn_ref')
    .execute()
