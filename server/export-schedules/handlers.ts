import { allowed } from '#contract/access.ts'
import type * as contract from '#contract/export-schedules.ts'
import { nextDue } from '#contract/export-times.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { runExportSchedule } from './jobs.ts'
import { makeSchedule } from './make.ts'
import { changeSchedule, listSchedules, removeSchedule } from './queries.ts'
import { askedAt, checkRecipients, existingSchedule, shownSchedules, zoneOf } from './schedule.ts'

export const handlers: Handlers<typeof contract> = {
  async createExportSchedule(ctx, { body }) {
    return shown(ctx, await makeSchedule(ctx, ownUser(ctx), body))
  },

  async listExportSchedules(ctx) {
    const user = ownUser(ctx)
    return shownSchedules(ctx, await listSchedules(ctx, allowed('administration', user) ? null : user.subUserId))
  },

  async updateExportSchedule(ctx, { path, body }) {
    const row = await existingSchedule(ctx, path.schedule_id, { lock: true })
    const { name, every, weekday = row.weekday, month_day = row.month_day, hour, period, status } = body
    const recipients = [...new Set(body.recipients ?? row.recipients)]
    const time_zone = body.time_zone ?? row.time_zone
    const timeZone = await zoneOf(ctx, { time_zone })
    const next = nextDue({ every, weekday, month_day, hour }, ctx.now, timeZone)
    await checkRecipients(ctx, recipients, askedAt({ ...row, period }, next, timeZone))
    const scheduleId = row.schedule_id
    const set = { name, every, weekday, month_day, hour, period, time_zone, status }
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
