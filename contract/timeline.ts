import { z } from 'zod'
import { timestamp } from './kit/wire.ts'

/** An event of an object for the timeline on its page. */
export const TimelineEntry = z.object({
  at: timestamp,
  /** A translation key under `timeline`. */
  event: z.string(),
  /** The user's name; empty for the shopper and the system. */
  actor: z.string(),
  facts: z.record(z.string(), z.string()),
})
export type TimelineEntry = z.input<typeof TimelineEntry>
