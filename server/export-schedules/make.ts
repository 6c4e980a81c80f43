import type { createExportSchedule } from '#contract/export-schedules.ts'
import { nextDue } from '#contract/export-times.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { permitted } from '#server/exports/prepare.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { runExportSchedule } from './jobs.ts'
import { countSchedules, insertSchedule } from './queries.ts'
import { askedAt, checkRecipients, zoneOf } from './schedule.ts'

/** Has an export made again and again, for users who may each have it. Throws what the export's call would, and `tooMany`. */
export async function makeSchedule(
  ctx: Ctx,
  user: User,
  body: Input<typeof createExportSchedule>['body'],
): Promise<string> {
  if ((await countSchedules(ctx)) >= limits.exportSchedules) throw new Fault('tooMany')
  const { name, every, weekday = 1, month_day = 1, hour, period, recipients = [], of, path = {}, request } = body
  const kept = { of, path, request, sub_merchant: body.sub_merchant ?? '', time_zone: body.time_zone ?? '' }
  const timeZone = await zoneOf(ctx, kept)
  const next = nextDue({ every, weekday, month_day, hour }, ctx.now, timeZone)
  const asked = askedAt({ ...kept, period }, next, timeZone)
  await permitted(ctx, user, asked)
  await checkRecipients(ctx, recipients, asked)
  const scheduleId = newId()
  insertSchedule(ctx, {
    ...kept,
    path: JSON.stringify(path),
    request: JSON.stringify(request),
    schedule_id: scheduleId,
    name,
    status: 'active',
    format: request['format'] === 'csv' ? 'csv' : 'xlsx',
    every,
    weekday,
    month_day,
    hour,
    period,
    recipients: [...new Set(recipients)],
    created_by: user.name,
    created_by_id: user.subUserId,
    created_at: ctx.now,
    next_at: next,
  })
  ctx.enqueue(runExportSchedule, { scheduleId }, { after: next })
  ctx.auditSubject(scheduleId, madeAs({ name, of, every, period }))
  return scheduleId
}
