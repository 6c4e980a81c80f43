import { sql } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { endUnsent } from './cancel.ts'
import { tell } from './notices.ts'

const data = z.object({ merchantId: z.uuid(), environment, txnRef: z.string() })
type Data = z.infer<typeof data>

/** Tells people of a payout that nobody has touched for 83 days, and cancels it after 90. */
export const endUntouched: Job<Data> = job<Data>({
  name: 'end-untouched-payout',
  data,
  overdue: { key: 'txnRef', list: async (ctx) => (await listUntouched(ctx)).map((txnRef) => ({ txnRef })) },
  async work(ctx, { txnRef }) {
    const payout = await lockPayout(ctx, txnRef)
    if (!payout || !(waiting as readonly string[]).includes(payout.status)) return
    if (isUntouched(ctx, payout, limits.payoutUntouchedDays)) return endUnsent(ctx, payout, untouchedRemark)
    const tellAfter = limits.payoutUntouchedDays - limits.payoutToldDays
    if (payout.warned_at !== null || !isUntouched(ctx, payout, tellAfter)) return
    // What is told is no touch, so the time of the last change stays.
    await ctx.own.update('payouts').set({ warned_at: ctx.now }).where('txn_ref', '=', txnRef).execute()
    await tell(ctx, 'payout_expiring', payout)
  },
})
/** The remark of a payout that ended so; consoles translate it. */
const untouchedRemark = 'untouched'
const waiting = ['Created', 'Verified', 'Queued'] as const

const before = (ctx: Ctx, days: number) => new Date(ctx.now.getTime() - days * 86_400_000)
const isUntouched = (ctx: Ctx, { updated_at }: PayoutRow, days: number): boolean => updated_at <= before(ctx, days)

/** Index: payouts_open. */
async function listUntouched(ctx: Ctx): Promise<string[]> {
  const [told, ended] = [limits.payoutUntouchedDays - limits.payoutToldDays, limits.payoutUntouchedDays]
  const rows = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('status', 'in', waiting)
    .where('updated_at', '<=', before(ctx, told))
    .where(sql<boolean>`(warned_at is null or updated_at <= ${before(ctx, ended)}::timestamptz)`)
    .limit(500)
    .execute()
  return rows.map(({ txn_ref }) => txn_ref)
}
