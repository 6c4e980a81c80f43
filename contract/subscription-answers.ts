import { z } from 'zod'
import { answerShape, listedShape } from './kit/fields.ts'
import { entity } from './kit/wire.ts'
import { subscriptionFields } from './subscription-fields.ts'
import { ChangeRow, ChargeRow, CreditRow, MandateRow, UpcomingCharge } from './subscription-parts.ts'
import { calendarRule } from './subscription-periods.ts'
import { TimelineEntry } from './timeline.ts'

export const SubscriptionRow = entity(listedShape(subscriptionFields))
export type SubscriptionRow = z.input<typeof SubscriptionRow>

export const Subscription = entity({
  ...answerShape(subscriptionFields),
  /** When it charges, to be put into words; null of one on demand, and before its anchor is known. */
  rule: calendarRule.nullable(),
  /** The next twelve, less where fewer are to come. */
  upcoming: z.array(UpcomingCharge),
  /** Those of before, newest first. */
  charges: z.array(ChargeRow),
  mandate: MandateRow.nullable(),
  changes: z.array(ChangeRow),
  credits: z.array(CreditRow),
  timeline: z.array(TimelineEntry),
})
export type Subscription = z.input<typeof Subscription>
