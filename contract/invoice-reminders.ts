import type { InvoiceReminder } from './invoice-parts.ts'
import { kept } from './kit/kept.ts'
import { aheadOf, type Day } from './kit/zoned-day.ts'
import { limits } from './limits.ts'

/**
 * When the reminders of an invoice go, and which of them do not. It reckons with `Temporal`, which not every browser has: the server
 * plans, and screens show what it says.
 */

/** The clock of a customer, and the hours in which nothing is sent: from one to the next, over midnight or not; none where equal. */
export interface ReminderCalendar {
  timeZone: string
  quietFrom: number
  quietTo: number
}
/** The quiet hours of a merchant that has set none. */
export const quietHours = { quietFrom: 21, quietTo: 8 }

/**
 * Why a reminder did not go, or will not. `past`: its moment was over when it was planned. `superseded`: a later one was due too.
 * `too_old`, `too_soon`: by the limits. `no_address`: there was none to send it to. `bounced`: the customer's server had refused for
 * good.
 */
export const skipReasons = [
  'past',
  'superseded',
  'too_old',
  'too_soon',
  'paid',
  'voided',
  'no_address',
  'bounced',
] as const
export type SkipReason = (typeof skipReasons)[number]

/**
 * The moment of a reminder. Hours count from the end of the due day, by the clock of physics: a day of a clock change has 23 or 25.
 * Days mean 09:00 of that day. What would go in quiet hours goes at their end.
 */
export function reminderMoment({ time, unit }: InvoiceReminder, dueDate: Day, calendar: ReminderCalendar): Date {
  const { timeZone } = calendar
  const due = Temporal.PlainDate.from(dueDate)
  const signed = unit.endsWith('before_due_date') ? -time : time
  const moment = unit.startsWith('hours')
    ? due.add({ days: 1 }).toZonedDateTime(timeZone).add({ hours: signed })
    : due.add({ days: signed }).toZonedDateTime({ timeZone, plainTime: '09:00' })
  return dateOf(afterQuiet(moment, calendar))
}

/** The same moment, or in quiet hours the end of these. */
export const awakeAt = (moment: Date, calendar: ReminderCalendar): Date =>
  dateOf(
    afterQuiet(
      Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(calendar.timeZone),
      calendar,
    ),
  )

function afterQuiet(moment: Temporal.ZonedDateTime, { timeZone, quietFrom, quietTo }: ReminderCalendar) {
  const isEvening = quietFrom > quietTo && moment.hour >= quietFrom
  const isNight = moment.hour < quietTo && (quietFrom > quietTo || moment.hour >= quietFrom)
  if (!isEvening && !isNight) return moment
  const day = moment.toPlainDate().add({ days: isEvening ? 1 : 0 })
  return day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(quietTo) })
}

const dateOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds)

/** What is to be done about the latest reminder that is due: `until` is when it may go. */
export type ReminderStep =
  | { act: 'send' }
  | { act: 'wait'; until: Date }
  | { act: 'skip'; reason: 'too_old' | 'too_soon' }

/**
 * Whether a reminder goes now. Two never go within 24 hours: one that would go up to two hours too soon waits for that, as days of a
 * clock change have 23 hours and a worker may be late; one that would go sooner is skipped.
 * @param lastAt when the customer was last reminded; null for never.
 */
export function reminderStep(
  { at, now, lastAt }: { at: Date; now: Date; lastAt: Date | null },
  calendar: ReminderCalendar,
): ReminderStep {
  if (now.getTime() - at.getTime() > limits.reminderDaysMost * 24 * hourMs) return { act: 'skip', reason: 'too_old' }
  const earliest = new Date(Math.max(at.getTime(), lastAt ? lastAt.getTime() + limits.reminderHours * hourMs : 0))
  if (earliest.getTime() - Math.max(at.getTime(), now.getTime()) > waitMostMs)
    return { act: 'skip', reason: 'too_soon' }
  const until = awakeAt(new Date(Math.max(earliest.getTime(), now.getTime())), calendar)
  return until > now ? { act: 'wait', until } : { act: 'send' }
}
const hourMs = 3_600_000
const waitMostMs = 2 * hourMs

/** A reminder with its moment, and why it will not go; empty if it will. */
export interface PlannedMoment extends InvoiceReminder {
  at: Date
  reason: SkipReason | ''
}

/** The order in which reminders are due. Of two with one moment, the latter in this order is the later one. */
export const inOrder = <R extends InvoiceReminder & { at: Date }>(reminders: readonly R[]): R[] =>
  reminders.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || Number(a.unit > b.unit) - Number(a.unit < b.unit) || a.time - b.time,
  )

/** From when on a plan foresees: `now` is its moment, or the later one at which the invoice is sent; `lastAt` that of the last reminder. */
interface Since {
  now: Date
  lastAt?: Date | null
}

/** The reminders of an invoice as they will go if nothing comes between, in their order; each once, however often it is named. */
export function reminderPlan(
  reminders: readonly InvoiceReminder[],
  dueDate: Day,
  calendar: ReminderCalendar,
  since: Since,
): PlannedMoment[] {
  const named = new Map(reminders.map(({ time, unit }) => [`${unit} ${time}`, { time, unit }]))
  const moments = [...named.values()].map((wish) => ({ ...wish, at: reminderMoment(wish, dueDate, calendar) }))
  return foreseen(moments, calendar, since)
}

/** What the rules will make of reminders whose moments are known. */
export function foreseen<R extends InvoiceReminder & { at: Date }>(
  moments: readonly R[],
  calendar: ReminderCalendar,
  { now, lastAt = null }: Since,
): (R & PlannedMoment)[] {
  const ordered = inOrder(moments)
  let last = lastAt
  return ordered.map((moment, place) => {
    const reason = ((): SkipReason | '' => {
      if (moment.at <= now) return 'past'
      if (ordered[place + 1]?.at.getTime() === moment.at.getTime()) return 'superseded'
      const step = reminderStep({ at: moment.at, now: moment.at, lastAt: last }, calendar)
      if (step.act === 'skip') return step.reason
      last = step.act === 'wait' ? step.until : moment.at
      return ''
    })()
    return { ...moment, reason }
  })
}

/**
 * The zone of a customer's reminders: theirs where it is known, else the one of their country where all clocks of that agree, else
 * the merchant's.
 * @param country ISO 3166-1 alpha-2, or empty.
 */
export function customerZone(
  { timeZone, country }: { timeZone: string; country: string },
  merchantZone: string,
  dueDate: Day,
): string {
  return timeZone || (country && zoneOfCountry(country, dueDate.slice(0, 4))) || merchantZone
}

/** The zone of a country whose zones, however many have names, show one time all year; else empty. */
const zoneOfCountry = kept((country: string, year: string): string => {
  if (!/^[A-Z]{2}$/.test(country)) return ''
  const [first = '', ...others] = new Intl.Locale(`und-${country}`).getTimeZones() ?? []
  const clocks = (zone: string) =>
    [1, 4, 7, 10].map((month) => aheadOf(new Date(`${year}-${String(month).padStart(2, '0')}-01T12:00:00Z`), zone))
  return others.every((other) => clocks(other).join() === clocks(first).join()) ? first : ''
}, 1_000)
