import type * as contract from '#contract/calendars.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listCalendars } from './calendar.ts'

export const handlers: Handlers<typeof contract> = {
  async listCalendars(ctx) {
    return (await listCalendars(ctx)).map(({ holidays, ...calendar }) => ({
      ...calendar,
      holidays: Object.entries(holidays)
        .map(([day, name]) => ({ day, name }))
        .toSorted((a, b) => a.day.localeCompare(b.day)),
    }))
  },
}
