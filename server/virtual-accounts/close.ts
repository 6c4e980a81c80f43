import { Fault } from '#contract/faults.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lockAccount } from './queries.ts'

/** Closes an account for good. Throws `notFound`, or `wrongState` while it has money or something of it is open. */
export async function closeAccount(ctx: Ctx, accountNo: string): Promise<void> {
  const account = await lockAccount(ctx, accountNo)
  if (!account) throw new Fault('notFound')
  if (account.end_date) throw new Fault('wrongState', { why: 'it is closed' })
  if (account.available_minor + account.reserved_minor > 0n) throw new Fault('wrongState', { why: 'it has money' })
  const [payout, deposit] = await Promise.all([openPayoutOf(ctx, accountNo), openDepositOf(ctx, accountNo)])
  if (payout) throw new Fault('wrongState', { why: 'payouts of it are open' })
  if (deposit) throw new Fault('wrongState', { why: 'deposits of it wait for a decision' })
  ctx.write(
    ctx.own
      .update('virtual_accounts')
      .set({ end_date: ctx.now, updated_at: ctx.now })
      .where('account_no', '=', accountNo),
  )
  ctx.auditSubject(accountNo, changesFrom({ end_date: null }, { end_date: ctx.now }))
  noteChange(ctx, 'virtual_account', accountNo)
}

/** Index: payouts_open. */
const openPayoutOf = (ctx: Ctx, accountNo: string) =>
  ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('virtual_account_no', '=', accountNo)
    .where('status', 'in', ['Created', 'Verified', 'Approved', 'Scheduled', 'Queued', 'Processing'])
    .limit(1)
    .executeTakeFirst()

/** Index: deposits_open. */
const openDepositOf = (ctx: Ctx, accountNo: string) =>
  ctx.own
    .select('deposits')
    .select('deposit_id')
    .where('account_no', '=', accountNo)
    .where('state', 'in', ['Asked', 'Suspense', 'SendingBack'])
    .limit(1)
    .executeTakeFirst()
