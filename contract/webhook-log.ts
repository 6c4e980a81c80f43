import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { deliveryFacts, deliveryStates, WebhookAttempt, WebhookDelivery } from './webhook-deliveries.ts'
import { webhookTypes } from './webhooks.ts'

/** What the last attempt got: a class of HTTP statuses, `no_answer`, or `none` before the first. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'no_answer', 'none'] as const
export type StatusClass = (typeof statusClasses)[number]

export const WebhookLogRow = z.object({
  ...deliveryFacts,
  /** An example that a user has sent. */
  test: z.boolean(),
  attempts: z.int(),
  /** HTTP status of the last attempt: 0 when there was no answer, null before the first. */
  last_status: z.int().nullable(),
  created_at: timestamp,
  next_attempt_at: timestamp.nullable(),
})
export type WebhookLogRow = z.input<typeof WebhookLogRow>

export const webhookLogList = list({
  columns: {
    object_ref: { kind: 'reference', shown: true },
    type: { kind: 'text', shown: true },
    state: { kind: 'status', shown: true },
    last_status: { kind: 'number', shown: true },
    attempts: { kind: 'number', shown: true },
    webhook_name: { kind: 'text', shown: true },
    created_at: { kind: 'time', shown: true },
    url: { kind: 'text' },
    next_attempt_at: { kind: 'time' },
    test: { kind: 'text' },
    event_id: { kind: 'text' },
    delivery_id: { kind: 'text' },
  },
  filters: {
    state: choice(deliveryStates),
    type: choice(webhookTypes),
    status_class: choice(statusClasses),
    created_at: timeRange(),
    webhook_uuid: exactly(36),
    object_ref: exactly(64),
    url: exactly(2048),
    test: choice(['yes', 'no']),
  },
  phone: { head: ['object_ref'], value: 'state', line: ['type', 'webhook_name', 'created_at'] },
  sorts: ['created_at'],
})

/**
 * The deliveries of all webhooks, newest first. The search matches the reference of the object, the merchant's own reference of
 * a payment or a link, a `webhook-id` or a delivery's id.
 */
export const listWebhookLog = call({
  at: 'POST /api/webhooks/{id}/deliveries/list',
  params: { id: merchantRef() },
  body: webhookLogList.body,
  answer: page(WebhookLogRow),
  access: 'webhooks',
})

/** All deliveries that match, as a file. */
export const exportWebhookLog = call({
  at: 'POST /api/webhooks/{id}/deliveries/export',
  params: { id: merchantRef() },
  ...exporting(webhookLogList, 'webhook-deliveries'),
  access: 'webhooks',
  audit: 'webhook.export',
})

/** An attempt as a whole. Times are in milliseconds, null where a connection was there already. */
const WholeAttempt = WebhookAttempt.extend({
  url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  response_headers: z.record(z.string(), z.string()),
  name_ms: z.int().nullable(),
  connect_ms: z.int().nullable(),
  tls_ms: z.int().nullable(),
  first_byte_ms: z.int().nullable(),
})
export type WholeAttempt = z.input<typeof WholeAttempt>

/** A delivery with each attempt as it was; values of headers of the merchant's own are hidden. */
export const WholeDelivery = WebhookDelivery.extend({
  test: z.boolean(),
  webhook_uuid: z.string(),
  /** Why it cannot be sent again; empty when it can. */
  not_resendable: z.enum(['', 'test', 'webhook_off']),
  attempts: z.array(WholeAttempt),
})
export type WholeDelivery = z.input<typeof WholeDelivery>

export const readWebhookDelivery = call({
  at: 'GET /api/webhooks/deliveries/{delivery_id}',
  params: { delivery_id: ref('webhookDelivery') },
  answer: content(WholeDelivery),
  access: 'webhooks',
  faults: ['notFound'],
})

/** Sends one delivery again, whatever its state, under the same `webhook-id` and with a full schedule of attempts. */
export const resendWebhookDelivery = call({
  at: 'POST /api/webhooks/deliveries/{delivery_id}/resend',
  params: { delivery_id: ref('webhookDelivery') },
  answer: content(WholeDelivery),
  access: 'webhooks',
  faults: ['notFound', 'wrongState', 'tooFast'],
  notice: 'Webhook sent again',
  audit: 'webhook.resend-delivery',
})

/**
 * Sends a signed example of the webhook's type with `"test": true`, once, also to a webhook that is switched off. It says nothing of
 * the webhook's health. The answer's delivery is over within 15 seconds.
 */
export const testWebhook = call({
  at: 'POST /api/webhooks/{uuid}/test',
  params: { uuid: ref('webhook') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ delivery_id: z.string() })),
  access: 'webhooks',
  faults: ['notFound', 'tooFast'],
  audit: 'webhook.test',
  onFailure: 'inline',
})
