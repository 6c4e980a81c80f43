import type { RailHours } from './entry.ts'

/** Around the clock, every day, by the clocks of a zone. */
export const always = (zone: string): RailHours => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  opens: '00:00',
  cutOff: '24:00',
  zone,
  calendar: null,
})

/** From Monday to Friday but for the holidays of a calendar. */
export const weekdays = (zone: string, calendar: string, opens: string, cutOff: string): RailHours => ({
  days: [1, 2, 3, 4, 5],
  opens,
  cutOff,
  zone,
  calendar,
})
