import { z } from 'zod'
import { exportAsked, exportCalls } from './exports.ts'
import { exportPeriods, exportRhythms } from './export-times.ts'
import { call, content, nothing } from './kit/call.ts'
import { exportFormats } from './kit/columns.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp, timeZone } from './kit/wire.ts'
import { limits } from './limits.ts'

/** A schedule whose author has lost the right to its list pauses by itself. */
export const exportScheduleStates = machine({
  states: ['active', 'paused'],
  actions: { pause: { from: ['active'], to: 'paused' }, resume: { from: ['paused'], to: 'active' } },
})
/** Why a schedule paused by itself. */
export const exportPauses = ['no_right', 'gone'] as const

const times = {
  every: z.enum(exportRhythms),
  /** Of a weekly one: 1 is Monday. */
  weekday: z.int().min(1).max(7),
  /** Of a monthly one; in a shorter month its last day. */
  month_day: z.int().min(1).max(31),
  /** Of the day, in the schedule's zone. */
  hour: z.int().min(0).max(23),
  period: z.enum(exportPeriods),
  /** The merchant's unless said otherwise. */
  time_zone: z.string(),
}
/** When a schedule makes its export. */
export const exportScheduleTimes = {
  every: times.every,
  weekday: times.weekday.optional(),
  month_day: times.month_day.optional(),
  hour: times.hour,
  period: times.period,
  time_zone: timeZone.optional(),
}

export const ExportSchedule = z.object({
  schedule_id: z.string(),
  name: z.string(),
  status: z.enum(exportScheduleStates.states),
  /** Why it paused by itself; empty otherwise. */
  reason: z.enum([...exportPauses, '']),
  of: z.enum(exportCalls),
  format: z.enum(exportFormats),
  ...times,
  /** The users that each file is for beside its author. */
  recipients: z.array(z.object({ sub_user_id: z.string(), name: z.string() })),
  created_by: z.string(),
  created_at: timestamp,
  /** When the next one is made; null while it is paused. */
  next_at: timestamp.nullable(),
  /** When the last one was made. */
  last_at: timestamp.nullable(),
})
export type ExportSchedule = z.input<typeof ExportSchedule>

const asked = {
  name: text(80),
  ...exportScheduleTimes,
  recipients: z.array(ref('user')).max(limits.exportRecipients).optional(),
}
const path = { params: { schedule_id: ref('exportSchedule') } }

/** Has an export prepared again and again. Each user that it is for needs the right to the list. */
export const createExportSchedule = call({
  at: 'POST /api/export-schedules',
  body: z.strictObject({ environment: environment.optional(), ...exportAsked, ...asked }),
  answer: content(ExportSchedule),
  access: 'anyUser',
  personal: true,
  faults: ['notFound', 'denied', 'duplicateName', 'tooMany'],
  repeat: 'required',
  audit: 'export-schedule.create',
})

/** The schedules of the user, by name; of an administrator all of the merchant's. */
export const listExportSchedules = call({
  at: 'GET /api/export-schedules',
  follows: ['export'],
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(ExportSchedule)),
  access: 'anyUser',
  personal: true,
})

/** Changes when a schedule makes its export and for whom, and pauses or resumes it. */
export const updateExportSchedule = call({
  at: 'PUT /api/export-schedules/{schedule_id}',
  ...path,
  body: z.strictObject({
    environment: environment.optional(),
    ...asked,
    status: z.enum(exportScheduleStates.states),
  }),
  answer: content(ExportSchedule),
  access: 'anyUser',
  personal: true,
  faults: ['notFound', 'denied', 'duplicateName'],
  audit: 'export-schedule.update',
})

/** Deletes a schedule. The files that it has made stay for their time. */
export const deleteExportSchedule = call({
  at: 'DELETE /api/export-schedules/{schedule_id}',
  ...path,
  query: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: 'anyUser',
  personal: true,
  faults: ['notFound'],
  audit: 'export-schedule.delete',
})
