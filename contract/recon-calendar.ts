import { z } from 'zod'
import { call, data } from './kit/call.ts'
import { isDay } from './kit/text-forms.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** A day of the week: 1 is Monday, 7 is Sunday. */
const weekday = z.int().min(1, { error: 'too_small' }).max(7, { error: 'too_big' })
const day = text(10)
  .refine(isDay, { error: 'not_a_day' })
  .meta({ examples: ['2026-01-01'] })
const Holiday = z.strictObject({ day, name: text(100, 0) })
export type ReconHoliday = z.input<typeof Holiday>

const ReconCalendar = z.object({
  /** The number of changes. */
  version: z.int(),
  /** The days of the week without work; some countries rest on Friday and Saturday. */
  weekend: z.array(z.int()),
  /** The country whose holidays count too, of those that the installation knows; empty for none. */
  country: z.string(),
  /** The merchant's own, by day. */
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
  /** The countries that the installation knows, with the last year that each does. */
  countries: z.array(z.object({ country: z.string(), last_year: z.int() })),
  updated_by: z.string(),
  /** Null while nobody has changed it. */
  updated_at: timestamp.nullable(),
})
export type ReconCalendar = z.input<typeof ReconCalendar>

/** The working days by which files are expected and settlements are due. */
export const readReconCalendar = call({
  at: 'GET /api/recon/calendar',
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(ReconCalendar),
  access: 'reconAny',
})

/** Sets the calendar. `changedMeanwhile` when `version` is no longer in force. */
export const saveReconCalendar = call({
  at: 'POST /api/recon/calendar',
  body: z.strictObject({
    environment: environment.optional(),
    version: z
      .int()
      .min(0, { error: 'too_small' })
      .meta({ examples: [0] }),
    weekend: z.array(weekday).max(6, { error: 'too_many' }),
    country: text(2, 0)
      .regex(/^([A-Z]{2})?$/, { error: 'not_a_country' })
      .meta({ examples: [''] }),
    holidays: z.array(Holiday).max(limits.reconHolidays, { error: 'too_many' }),
  }),
  answer: data(ReconCalendar),
  access: 'reconConfiguration',
  faults: ['changedMeanwhile'],
  audit: 'recon-calendar.save',
  notice: 'Calendar saved',
  onFailure: 'inline',
})

/** The holidays of a sheet with a column of days, `YYYY-MM-DD`, and one of names. Nothing is saved by it. */
export const readHolidaySheet = call({
  at: 'POST /api/recon/calendar/sheet',
  file: { field: 'file', endings: ['csv', 'xlsx', 'xls'], mostBytes: 1024 * 1024 },
  body: z.strictObject({ environment: environment.optional() }),
  answer: data(
    z.object({
      holidays: z.array(z.object({ day: z.string(), name: z.string() })),
      /** Rows without a day that can be read. */
      unread: z.array(z.object({ row_no: z.int(), value: z.string() })),
    }),
  ),
  access: 'reconConfiguration',
  repeat: 'safe',
  onFailure: 'inline',
})
