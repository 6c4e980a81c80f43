import { z } from 'zod'
import { call, data } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { dayOrMoment } from './recon-dashboard-shapes.ts'
import { outcomeStatuses } from './recon-outcomes.ts'
import { ageBuckets } from './recon-report-kinds.ts'

const count = z.int()
/** An exact decimal text of major units. */
const exact = z.string()
const day = z.string()
/** The key of the provider's channel. */
const channel = z.string()
/** In percent, a decimal text with up to four places; null where there is nothing to take it of. */
const percent = z.string().nullable()

const Analytics = z.object({
  time_zone: z.string(),
  from: day,
  /** Exclusive. */
  to: day,
  /** What there is in the period, the most frequent first; all below is of one of them. */
  currencies: z.array(z.string()),
  currency: z.string(),
  channels: z.array(channel),
  /** Own payments and refunds by day, without those that are not due yet. */
  match_rate: z.array(z.object({ date: day, channel, records: count, matched: count, percent })),
  /** What is open now, whatever the period: amounts as they are, above zero for refunds too. */
  exceptions: z.array(z.object({ status: z.enum(outcomeStatuses), age: z.enum(ageBuckets), count, amount: exact })),
  /** Working days from a payment to its settlement, and how many of the channel's plans allow (`agreed`). */
  days_to_settlement: z.array(
    z.object({ channel, days: count, records: count, agreed: count, late: z.boolean() }),
  ),
  /** Fee and tax of matched payments in percent of their amounts, of those that have a plan. */
  fees: z.array(
    z.object({ date: day, channel, records: count, volume: exact, charged: exact, agreed: exact, charged_percent: percent, agreed_percent: percent, not_planned: count }),
  ),
  /** Payments that were paid out in another currency, against the best rate of the same day and the same two currencies. */
  conversion: z.array(
    z.object({ date: day, channel, to: z.string(), records: count, amount: exact, paid: exact, rate: exact, best_rate: exact, cost: exact, percent }),
  ),
  /** What is not settled yet, by the day that it is due: the next 14 working days, later, and what is late already. */
  under_way: z.object({
    days: z.array(z.object({ due_on: day, channel, count, amount: exact })),
    /** The 14 working days, also those on which nothing is due. */
    working_days: z.array(day),
    later: z.object({ count, amount: exact }),
    late: z.object({ count, amount: exact }),
  }),
}) // prettier-ignore
export type ReconAnalytics = z.input<typeof Analytics>

/** How reconciliation goes in one currency: the last 30 days and the most frequent currency unless said otherwise. */
export const readReconAnalytics = call({
  at: 'POST /merchants/recon/v3/analytics/dashboard',
  follows: ['recon_run'],
  body: z.strictObject({
    environment: environment.optional(),
    from: dayOrMoment.optional(),
    /** Exclusive. */
    to: dayOrMoment.optional(),
    currency: text(10, 0).optional(),
    payment_channel_key: ref('channel').optional(),
  }),
  answer: data(Analytics),
  access: 'reconAnalytics',
  faults: ['reconInProgress', 'channelUnknown'],
  repeat: 'safe',
  onFailure: 'log',
})
