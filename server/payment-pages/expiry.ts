import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'

const data = z.object({ merchantId: z.uuid(), environment, pageRef: z.string() })

/** Tells people, once for each expiry, that an active page takes no orders in a few days. One without a job is found by the sweep. */
export const warnOfExpiry: Job<z.output<typeof data>> = job({
  name: 'warn-of-page-expiry',
  data,
  overdue: { key: 'pageRef', list: listUntold },
  async work(ctx, { pageRef }) {
    const page = await ctx.own
      .update('payment_pages')
      .set({ expiry_told: sql`expires_at` })
      .where('page_ref', '=', pageRef)
      .where('status', '=', 'activated')
      .where('expires_at', '>', ctx.now)
      .where('expires_at', '<=', new Date(ctx.now.getTime() + aheadMs))
      .where(sql<boolean>`expiry_told is distinct from expires_at`)
      .returning(['title', 'expires_at'])
      .executeTakeFirst()
    if (!page?.expires_at) return
    const expires = `${page.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    await notify(ctx, 'page_expiring', { page_ref: pageRef, title: page.title, expires })
  },
})

const aheadMs = limits.pageExpiryToldDays * 86_400_000

/**
 * Plans that people are told of a page's expiry, and returns the expiry that they need not be told of: one that is that near
 * already when it is set, else none.
 */
export function planWarning(ctx: Ctx, pageRef: string, expiresAt: Date | null): Date | null {
  if (!expiresAt) return null
  const after = new Date(expiresAt.getTime() - aheadMs)
  if (after <= ctx.now) return expiresAt
  ctx.enqueue(warnOfExpiry, { pageRef }, { after })
  return null
}

/** The references of pages of whose expiry people should have been told before a moment. Index: payment_pages_by_status. */
async function listUntold(ctx: Ctx, since: Date): Promise<{ pageRef: string }[]> {
  const rows = await ctx.own
    .select('payment_pages')
    .select('page_ref')
    .where('status', '=', 'activated')
    .where('expires_at', '>', ctx.now)
    .where('expires_at', '<=', new Date(since.getTime() + aheadMs))
    .where(sql<boolean>`expiry_told is distinct from expires_at`)
    .limit(500)
    .execute()
  return rows.map(({ page_ref: pageRef }) => ({ pageRef }))
}
