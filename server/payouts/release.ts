import type { z } from 'zod'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { releasePayouts as declared } from '#server/payout-store/release-job.ts'
import { lockPayouts } from '#server/payout-store/rows.ts'
import { firstSend, sendPayoutJob } from './send-job.ts'
import { advance } from './set-aside.ts'

type Data = z.infer<typeof declared.data>

/**
 * Lets the payouts of a virtual account leave as far as they may: those whose time or opening has come, and those queued for money, the
 * oldest first. One that does not fit is passed over, unless it has waited for 24 hours (`isBlocked`). Those that were held are looked
 * at again.
 */
export const releasePayouts: Job<Data> = job<Data>({
  ...declared,
  overdue: {
    key: 'accountNo',
    list: async (ctx, since) => (await listOverdue(ctx, since)).map((accountNo) => ({ accountNo })),
  },
  async work(ctx, { accountNo }) {
    const refs = await listDue(ctx, accountNo)
    // In the order of their references, which is that of all who lock several.
    const locked = new Map((await lockPayouts(ctx, refs)).map((payout) => [payout.txn_ref, payout]))
    for (const ref of refs) {
      const payout = locked.get(ref)
      if (payout?.status === 'Queued' || payout?.status === 'Scheduled') await advance(ctx, payout)
    }
    for (const txnRef of await listHeld(ctx, accountNo)) ctx.enqueue(sendPayoutJob, firstSend(txnRef))
    if (refs.length === atOnce) ctx.enqueue(declared, { accountNo }, { after: 1 })
  },
})
const atOnce = 500

/**
 * Those that may leave at this moment, in their order; what a limit holds is looked at each time, as limits change. Of queued ones those that the account could pay at best, each by itself, and those
 * of 24 hours and more, which hold back others. Index: payouts_open.
 */
async function listDue(ctx: Ctx, accountNo: string): Promise<string[]> {
  const rows = await ctx.tx.query<{ txn_ref: string }>(
    `select p.txn_ref from payouts p
     join virtual_accounts a on a.merchant_id = $1 and a.environment = $2 and a.account_no = $3
     where p.merchant_id = $1 and p.environment = $2 and p.virtual_account_no = $3
       and ((p.status = 'Scheduled' and (p.waits_until <= $4 or p.waits_for = 'limit'))
         or (p.status = 'Queued' and p.amount_minor + case p.fee_payer when 'SENDER' then p.fee_minor + p.fee_tax_minor else 0 end
           <= a.available_minor))
     order by coalesce(p.queued_at, p.scheduled_time, p.approved_time, p.created_at), p.txn_ref limit $5`,
    [ctx.owner.merchantId, ctx.owner.environment, accountNo, ctx.now, atOnce],
  )
  return rows.map(({ txn_ref }) => txn_ref)
}

/** Approved ones that something held when they were last looked at. Index: payouts_waiting. */
async function listHeld(ctx: Ctx, accountNo: string): Promise<string[]> {
  const rows = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('status', '=', 'Approved')
    .where('waits_for', '<>', '')
    .where('virtual_account_no', '=', accountNo)
    .limit(atOnce)
    .execute()
  return rows.map(({ txn_ref }) => txn_ref)
}

/** Accounts with payouts that should have moved. Index: payouts_open. */
async function listOverdue(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('payouts')
    .select('virtual_account_no')
    .distinct()
    .where((where) =>
      where.or([
        where('status', '=', 'Queued'),
        where.and([
          where('status', '=', 'Scheduled'),
          where.or([where('waits_until', '<', since), where('waits_for', '=', 'limit')]),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ virtual_account_no }) => virtual_account_no)
}
