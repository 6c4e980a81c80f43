import { machineLocale } from '#i18n/languages.ts'
import { kept } from './kept.ts'
import { isDay, timestampText } from './text-forms.ts'

/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export type Day = string

/** A minute in UTC, `YYYY-MM-DDTHH:mmZ`, for stretches that are not of whole days. */
export type Minute = string
export const isMinute = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\dZ$/.test(text) && isDay(text.slice(0, 10))

/** The first moment of a day in a time zone, as a timestamp of JSON. */
export const dayStart = (day: Day, timeZone: string): string => timestampText(startOfDay(day, timeZone))
/** The day `days` days later. */
export function dayAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
/** The day at a moment in a time zone. */
export const dayAt = (moment: Date, timeZone: string): Day => localText(moment, timeZone).slice(0, 10)

/**
 * The first moment of a day in a time zone: midnight, except 01:00 where clocks go forward at midnight, and the
 * first midnight where they go back over it.
 */
export const startOfDay = (day: Day, timeZone: string): Date => new Date(startMs(day, timeZone))
/** A chart of ninety days asks for each day several times, so some years of a few zones are cached. */
const startMs = kept((day: Day, timeZone: string): number => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const ahead = [-dayMs, 0, dayMs].map((shift) => aheadOf(new Date(midnight + shift), timeZone))
  const moments = [...new Set(ahead)].map((ms) => midnight - ms).toSorted((a, b) => a - b)
  const found = moments.find((moment) => dayAt(new Date(moment), timeZone) === day)
  // A day that a zone skipped at the date line starts with the next day.
  return found ?? (moments.at(-1) as number)
}, 5_000)
const dayMs = 86_400_000

/**
 * The moment of a local time, `HH:mm` up to 24:00, of a day in a time zone: the first of two, and where the clocks skip it the moment
 * at which they do.
 */
export const momentAt = (day: Day, time: string, timeZone: string): Date => new Date(momentMs(day, time, timeZone))
const momentMs = kept((day: Day, time: string, timeZone: string): number => {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const ahead = [-dayMs, 0, dayMs].map((shift) => aheadOf(new Date(local + shift), timeZone))
  const moments = [...new Set(ahead)].map((ms) => local - ms).toSorted((a, b) => a - b)
  const isThere = (moment: number) => moment + aheadOf(new Date(moment), timeZone) === local
  return moments.find(isThere) ?? skipAt(local, moments, timeZone)
}, 1_000)

/** The moment at which the clocks skip a local time: the first after which they show a later one. */
function skipAt(local: number, [from, ...others]: readonly number[], timeZone: string): number {
  let before = from as number
  let after = others.at(-1) as number
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (middle + aheadOf(new Date(middle), timeZone) < local) before = middle
    else after = middle
  }
  return after
}

/** 1 is Monday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The offset of a zone from UTC at a moment, in milliseconds. */
export const aheadOf = (moment: Date, timeZone: string): number =>
  Date.parse(`${localText(moment, timeZone)}Z`) - Math.floor(moment.getTime() / 1000) * 1000

/** The local date and time in a zone: `YYYY-MM-DDTHH:mm:ss`. */
export function localText(moment: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    zoneFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts[name] ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}
const zoneFormat = kept(
  (timeZone: string) =>
    new Intl.DateTimeFormat(machineLocale, {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
    }),
) // prettier-ignore
