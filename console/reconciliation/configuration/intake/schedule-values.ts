import { intakeLimits } from '#contract/recon-intake-limits.ts'
import { nextLooks, type LookRhythm } from '#contract/recon-times.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { FieldError } from '#contract/faults.ts'
import type { Schedule } from './use-intake.ts'

/** A schedule as the form holds it. */
export interface ScheduleValues {
  rhythm: LookRhythm
  every_minutes: number | string
  weekdays: string[]
  times: string[]
  time_zone: string
  file_prefix: string
  expected_by: string
}

/** Of a source without a schedule: every hour, in the merchant's zone. */
export const scheduleValues = (schedule: Schedule | undefined, ownZone: string): ScheduleValues => ({
  rhythm: schedule?.rhythm ?? 'interval',
  every_minutes: schedule?.every_minutes ?? 60,
  weekdays: (schedule?.weekdays ?? [1, 2, 3, 4, 5]).map(String),
  times: schedule && schedule.times.length > 0 ? [...schedule.times] : ['09:00'],
  time_zone: schedule?.time_zone ?? ownZone,
  file_prefix: schedule?.file_prefix ?? '',
  expected_by: schedule?.expected_by ?? '',
})

export const scheduleBody = ({ rhythm, time_zone, file_prefix, expected_by, ...values }: ScheduleValues): object => ({
  rhythm,
  ...(rhythm === 'interval' && {
    every_minutes: values.every_minutes === '' ? undefined : Number(values.every_minutes),
  }),
  ...(rhythm === 'times' && {
    weekdays: values.weekdays.map(Number).toSorted((a, b) => a - b),
    times: values.times.filter((time) => time !== ''),
  }),
  time_zone,
  file_prefix: file_prefix.trim(),
  expected_by,
})

/** What has to be given for the chosen rhythm. */
export function scheduleErrors({ rhythm, every_minutes: minutes, weekdays, times }: ScheduleValues): FieldError[] {
  const missing = (path: string): FieldError => ({ path, reason: 'required', text: 'Required.' })
  if (rhythm === 'interval' && minutes === '') return [missing('every_minutes')]
  if (rhythm !== 'times') return []
  return [
    ...(weekdays.length === 0 ? [missing('weekdays')] : []),
    ...(times.every((time) => time === '') ? [missing('times.0')] : []),
  ]
}

/** The next looks of what is typed; none as long as it cannot be saved. */
export function looksOf(values: ScheduleValues, now: Date): string[] {
  const every_minutes = Number(values.every_minutes)
  if (values.rhythm === 'interval' && !(every_minutes >= intakeLimits.leastMinutes)) return []
  const times = values.times.filter((time) => /^\d\d:\d\d$/.test(time))
  const { rhythm, time_zone } = values
  return nextLooks({ rhythm, every_minutes, weekdays: values.weekdays.map(Number), times, time_zone }, now).map(
    timestampText,
  )
}
