import { z } from 'zod'
import { Rate } from './breakdowns.ts'
import { channelHealths, restStates } from './channel-shapes.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { entity, timestamp } from './kit/wire.ts'

/** Attempts by what became of them up to now. */
const counts = {
  attempts: z.int(),
  paid: z.int(),
  /** Failed by the provider's fault. */
  provider_faults: z.int(),
  /** Failed or expired for another reason. */
  unpaid: z.int(),
  /** Not ended yet. */
  open: z.int(),
}

/**
 * The attempts of the last hour: by minute, by channel, and whether success differs from that of the day before by more than
 * chance. They are of all currencies, as none of it is an amount. Beside them, each channel's last 24 hours, how late call-backs
 * come, and how each webhook does.
 */
export const readMonitoring = call({
  at: 'GET /api/analytics/{id}/monitoring',
  params: { id: merchantRef() },
  answer: content(
    z.object({
      /** The start of the first minute and the end of the last one, which is under way. */
      from: timestamp,
      to: timestamp,
      /** All sixty, in order. */
      minutes: z.array(entity({ at: timestamp, ...counts })),
      /** Those that take payments or had attempts, most attempts first. */
      channels: z.array(
        entity({
          channel_key: z.string(),
          payment_channel_name: z.string(),
          health: z.enum(channelHealths),
          ...counts,
          /** From the attempt to its success: of half of them, and of 95 in 100, at most so many seconds. */
          half_paid_in: z.number().nullable(),
          most_paid_in: z.number().nullable(),
          /**
           * The provider's call-backs that came in the hour and name the time of their event, and from that time to their arrival:
           * of half of them, and of 95 in 100, at most so many seconds.
           */
          callbacks: z.int(),
          half_called_back_in: z.number().nullable(),
          most_called_back_in: z.number().nullable(),
          /** How it was in the last 24 hours as its rests tell, without a gap; empty for one that is not connected any more. */
          day: z.array(z.object({ from: timestamp, to: timestamp, state: z.enum(restStates) })),
        }),
      ),
      /** The merchant's webhooks, the oldest first. */
      webhooks: z.array(
        z.object({
          webhook_uuid: z.string(),
          name: z.string(),
          enabled: z.boolean(),
          /** Of the latest 2,000 deliveries, those of events of the hour that are over, and those of them that were taken. */
          ended: z.int(),
          delivered: z.int(),
          /** Deliveries that are not over, up to 10,000, and since when the oldest of them waits. */
          waiting: z.int(),
          waiting_since: timestamp.nullable(),
        }),
      ),
      /** The part of ended attempts that succeeded in this hour, and in the 24 hours before it. */
      success: Rate,
      success_before: Rate,
      /**
       * Whether the two differ by more than chance: at least 100 attempts ended in each, and equal rates would differ so in fewer
       * than 1 of 100 cases.
       */
      differs: z.boolean(),
    }),
  ),
  access: 'dashboard',
  repeat: 'safe',
  follows: ['payment'],
})
