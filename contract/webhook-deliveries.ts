import { z } from 'zod'
import { timestamp } from './kit/wire.ts'

export const WebhookAttempt = z.object({
  at: timestamp,
  /** HTTP status, or 0 when there was no answer. */
  status: z.number(),
  /**
   * The fault of an attempt without an answer: timeout, connection, tls, refused_address, too_large; empty otherwise.
   */
  fault: z.string(),
  duration_ms: z.number(),
  response: z.string(),
})
export const deliveryStates = ['pending', 'delivered', 'failed', 'disabled'] as const
/** What names a delivery, and its state. */
export const deliveryFacts = {
  delivery_id: z.string(),
  /** The header `webhook-id`, the same on every attempt. */
  event_id: z.string(),
  type: z.string(),
  object_ref: z.string(),
  webhook_name: z.string(),
  url: z.string(),
  state: z.enum(deliveryStates),
}
export const WebhookDelivery = z.object({
  ...deliveryFacts,
  created_at: timestamp,
  next_attempt_at: timestamp.nullable(),
  body: z.string(),
  attempts: z.array(WebhookAttempt),
})
export type WebhookDelivery = z.input<typeof WebhookDelivery>
