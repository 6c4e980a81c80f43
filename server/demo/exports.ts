import { nextDue } from '#contract/export-times.ts'
import { insertSchedule } from '#server/export-schedules/queries.ts'
import { queueExport } from '#server/exports/prepare.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { firstAdministrator } from './administrator.ts'

/** An export of the payments, which the first worker prepares, and one that is made each Monday. */
export async function seedExports(ctx: Ctx): Promise<void> {
  const author = await firstAdministrator(ctx)
  if (!author) return
  const { key, time_zone: timeZone } = await merchantOf(ctx)
  const asked = { of: 'exportPayments' as const, path: { id: key }, request: { language: 'en' }, sub_merchant: '' }
  queueExport(ctx, asked, { created_by: author.name, created_by_id: author.sub_user_id })
  const times = { every: 'week' as const, weekday: 1, month_day: 1, hour: 8 }
  insertSchedule(ctx, {
    schedule_id: newId(),
    ...asked,
    path: JSON.stringify(asked.path),
    request: JSON.stringify(asked.request),
    ...times,
    name: 'Payments of the week',
    status: 'active',
    format: 'xlsx',
    period: 'last_week',
    recipients: [],
    created_by: author.name,
    created_by_id: author.sub_user_id,
    created_at: ctx.now,
    next_at: nextDue(times, ctx.now, timeZone),
  })
}
