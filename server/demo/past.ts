import type { NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { schema as jobs } from '#server/kit/jobs/new-job.ts'

interface Past {
  requestId: string
  /** What its messages are about. */
  about: string
  /** What users were told of. */
  kinds: readonly NotificationKind[]
}

/**
 * Closes a past that was made up: its messages have gone, nobody is told of what is long over, and no job of it has anything to do. What
 * is yet to come stays.
 */
export async function closePast(ctx: Ctx, { requestId, about, kinds }: Past): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const own = [merchantId, environment]
  await ctx.tx.query(
    `update messages set state = 'outbox', attempts = 1, settled_at = created_at
     where merchant_id = $1 and environment = $2 and about_type = $3 and state = 'pending'`,
    [...own, about],
  )
  await ctx.tx.query(
    `delete from notices where merchant_id = $1 and environment = $2 and created_at < $3 and kind = any ($4)`,
    [...own, new Date(ctx.now.getTime() - toldFor), kinds],
  )
  await ctx.tx.query(
    `delete from ${jobs}.job_common where data->>'requestId' = $1 and start_after <= now()
     and not exists (select from notices where merchant_id = $2 and notice_id::text = data->>'noticeId')`,
    [requestId, merchantId],
  )
}

/** Milliseconds. */
const toldFor = 4 * 86_400_000
