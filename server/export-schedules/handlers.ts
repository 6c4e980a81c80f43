import { allowed } from '#contract/access.ts'
import type * as contract from '#contract/export-schedules.ts'
import { nextDue } from '#contract/export-times.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { permitted } from '#server/exports/prepare.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { runExportSchedule } from './jobs.ts'
import { changeSchedule, countSchedules, insertSchedule, listSchedules, removeSchedule } from './queries.ts'
import { askedAt, checkRecipients, existingSchedule, shownSchedules } from './schedule.ts'

export const handlers: Handlers<typeof contract> = {
  async createExportSchedule(ctx, { body }) {
    const user = ownUser(ctx)
    if ((await countSchedules(ctx)) >= limits.exportSchedules) throw new Fault('tooMany')
    const { name, every, weekday = 1, month_day = 1, hour, period, recipients = [], of, path = {}, request } = body
    const kept = { of, path, request, sub_merchant: body.sub_merchant ?? '' }
    const { time_zone: timeZone } = await merchantOf(ctx)
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
    return shown(ctx, scheduleId)
  },

  async listExportSchedules(ctx) {
    const user = ownUser(ctx)
    return shownSchedules(ctx, await listSchedules(ctx, allowed('administration', user) ? null : user.subUserId))
  },

  async updateExportSchedule(ctx, { path, body }) {
    const row = await existingSchedule(ctx, path.schedule_id, { lock: true })
    const { name, every, weekday = row.weekday, month_day = row.month_day, hour, period, status } = body
    const recipients = [...new Set(body.recipients ?? row.recipients)]
    const { time_zone: timeZone } = await merchantOf(ctx)
    const next = nextDue({ every, weekday, month_day, hour }, ctx.now, timeZone)
    await checkRecipients(ctx, recipients, askedAt({ ...row, period }, next, timeZone))
    const scheduleId = row.schedule_id
    const set = { name, every, weekday, month_day, hour, period, status }
    const next_at = status === 'active' ? next : null
    changeSchedule(ctx, scheduleId, { ...set, recipients, next_at, reason: status === 'active' ? '' : row.reason })
    if (next_at) ctx.enqueue(runExportSchedule, { scheduleId }, { after: next_at })
    const { name: was, every: before, period: of, status: stood } = row
    ctx.auditSubject(
      scheduleId,
      changesFrom({ name: was, every: before, period: of, status: stood }, { name, every, period, status }),
    )
    return shown(ctx, scheduleId)
  },

  async deleteExportSchedule(ctx, { path }) {
    const row = await existingSchedule(ctx, path.schedule_id, { lock: true })
    removeSchedule(ctx, row.schedule_id)
    ctx.auditSubject(row.schedule_id, changesFrom({ name: row.name }, { name: '' }))
    return undefined
  },
}

async function shown(ctx: Ctx, scheduleId: string) {
  const [schedule] = await shownSchedules(ctx, [await existingSchedule(ctx, scheduleId)])
  if (!schedule) throw new Fault('notFound')
  return schedule
}
