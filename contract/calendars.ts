import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { timestamp } from './kit/wire.ts'

/** The holidays of a country, which its working days leave out. */
export const HolidayCalendar = z.object({
  /** ISO 3166-1 alpha-2, or `EU` for the payment system of the euro. */
  country: z.string(),
  /** The years that it knows, both included. Of a day in another nothing is known. */
  first_year: z.int(),
  last_year: z.int(),
  /** By day, in the language of the country. */
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
  /** When the operator loaded it; null for one that comes with the installation. */
  loaded_at: timestamp.nullable(),
})
export type HolidayCalendar = z.input<typeof HolidayCalendar>

/** The calendars by which payouts arrive and rails open, by country. */
export const listCalendars = call({
  at: 'GET /api/payouts/calendars/{id}',
  params: { id: merchantRef() },
  answer: content(z.array(HolidayCalendar)),
  access: 'anyUser',
})
