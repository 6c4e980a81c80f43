import { timestampText } from '#contract/kit/wire.ts'

/** A calendar day, `YYYY-MM-DD`, of no particular place. */
export type Day = string
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dayAfter(text, 0) === text

/** The first moment of a day in a time zone, as the wire writes it. */
export const dayStart = (day: Day, timeZone: string): string => timestampText(startOf(day, timeZone))
/** The day so many days later. */
export function dayAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
/** The day that it is at a moment in a time zone. */
export const dayAt = (moment: Date, timeZone: string): Day => {
  const { year, month, day } = partsAt(moment, timeZone)
  return `${year}-${month}-${day}`
}

/** Looks from the day's midnight in UTC by the zone's distance, twice, so that a change of clocks between is seen. */
function startOf(day: Day, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const first = midnight - distance(new Date(midnight), timeZone)
  return new Date(midnight - distance(new Date(first), timeZone))
}
/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function distance(moment: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(moment, timeZone)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(moment.getTime() / 1000) * 1000
}
function partsAt(moment: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA-u-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }) // prettier-ignore
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts[name] ?? ''
  return {
    year: part('year').padStart(4, '0'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}
