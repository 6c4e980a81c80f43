import { checkAlerts } from '#server/alerts/jobs.ts'
import { nextCheckOf } from '#server/alerts/judge.ts'
import { insertAlert } from '#server/alerts/queries.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { firstAdministrator } from './administrator.ts'

/** An alert on the success of payments, which tells the merchant's first administrator. */
export async function seedAlerts(ctx: Ctx): Promise<void> {
  const author = await firstAdministrator(ctx)
  if (!author) return
  const next = nextCheckOf({ minutes: 15 }, ctx.owner.merchantId, ctx.now)
  insertAlert(ctx, {
    alert_id: newId(),
    name: 'Fewer payments succeed',
    metric: 'success_rate',
    comparison: 'below',
    channel_key: '',
    threshold: '60',
    minutes: 15,
    least_cases: 20,
    recipients: [author.sub_user_id],
    status: 'quiet',
    next_at: next,
    created_by: author.name,
    created_at: ctx.now,
  })
  ctx.enqueue(checkAlerts, { all: 'all' }, { after: next })
}
