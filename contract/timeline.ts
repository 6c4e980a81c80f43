import { z } from 'zod'
import { timestamp } from './kit/wire.ts'

/** What happened to an object, in order, as its page tells it. */
export const TimelineEntry = z.object({
  at: timestamp,
  /** A translation key under `timeline`. */
  event: z.string(),
  /** Who did it: a user's name, or empty for the shopper and the system. */
  actor: z.string(),
  facts: z.record(z.string(), z.string()),
})
export type TimelineEntry = z.input<typeof TimelineEntry>
