import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import type { Column } from './kit/columns.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text, timestamp, webUrl, secret } from './kit/wire.ts'
import { deliveryStates, WebhookDelivery } from './webhook-deliveries.ts'
import { ownHeaders } from './webhook-headers.ts'

export const webhookTypes = [
  'payment',
  'payout',
  'virtual_account',
  'refund',
  'onboarding',
  'payment_link',
  'subscription',
  'invoice',
  'remittance',
] as const
export type WebhookType = (typeof webhookTypes)[number]

export const Webhook = z.object({
  uuid: z.string(),
  name: z.string(),
  url: z.string(),
  type: z.enum(webhookTypes),
  enabled: z.boolean(),
  created_at: timestamp,
  iamportkey: z.string(),
  /** The names of the headers of the merchant's own; what they say is never shown. */
  headers: z.array(z.string()),
})
export type Webhook = z.input<typeof Webhook>
/** A webhook with the state of its latest delivery, null before the first, and with its figures. */
export const ListedWebhook = Webhook.extend({
  /** Deliveries that are not over, up to 10,000, and since when the oldest of them waits. */
  waiting: z.object({ count: z.int(), since: timestamp.nullable() }),
  /** Of the latest 2,000 deliveries, those of the last 24 hours that are over, and those of them that were taken. */
  day: z.object({ ended: z.int(), delivered: z.int() }),
  last_delivery: z.object({ state: z.enum(deliveryStates), created_at: timestamp }).nullable(),
})
export type ListedWebhook = z.input<typeof ListedWebhook>
/** The columns of the list of webhooks. */
export const webhookColumns = {
  name: { kind: 'text', shown: true },
  url: { kind: 'text', shown: true },
  type: { kind: 'text', shown: true },
  last_delivery: { kind: 'status', shown: true },
  waiting: { kind: 'number', shown: true },
  day: { kind: 'text', shown: true },
  created_at: { kind: 'time', shown: true },
  enabled: { kind: 'text', shown: true },
  uuid: { kind: 'reference' },
} as const satisfies Record<string, Column>

/** Older integrations send `payment_status`, which means the same. */
const typeOrAlias = z
  .enum([...webhookTypes, ...webhookTypes.map((type) => `${type}_status` as const)])
  .transform((type) => type.replace(/_status$/, '') as WebhookType)
const fields = {
  name: text(60),
  url: webUrl,
  type: typeOrAlias,
  enabled: z.boolean().optional(),
  headers: ownHeaders.optional(),
  environment: environment.optional(),
}

/** The registered webhooks and the masked secure secret. */
export const listWebhooks = call({
  at: 'GET /merchants/{id}/webhooks',
  params: { id: merchantRef() },
  answer: content(z.object({ webhooks: z.array(ListedWebhook), secureSecret: secret(z.string()) })),
  access: 'webhooks',
})

export const createWebhook = call({
  at: 'POST /merchants/{id}/webhooks',
  params: { id: merchantRef() },
  body: z.strictObject(fields),
  answer: content(Webhook),
  access: 'webhooks',
  faults: ['duplicateName', 'refusedUrl', 'tooMany'],
  notice: 'Webhook Created successfully',
  audit: 'webhook.create',
  onFailure: 'inline',
})

/** The latest deliveries of one webhook, each with its attempts, newest first. */
export const listWebhookDeliveries = call({
  at: 'POST /merchants/{id}/webhooks/{uuid}',
  params: { id: merchantRef(), uuid: ref('webhook') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(WebhookDelivery)),
  access: 'webhooks',
  faults: ['notFound'],
  repeat: 'safe',
})

/** Changes the fields of a webhook that are sent, and no others; also switches it on and off. */
export const updateWebhook = call({
  at: 'PUT /merchants/{key}/update-webhook',
  params: { key: merchantRef() },
  body: z.strictObject({ uuid: ref('webhook'), ...z.object(fields).partial().shape }),
  answer: content(Webhook),
  access: 'webhooks',
  faults: ['notFound', 'duplicateName', 'refusedUrl'],
  notice: 'Webhook Updated successfully',
  audit: 'webhook.update',
  onFailure: 'inline',
})

export const deleteWebhook = call({
  at: 'DELETE /merchants/{key}/delete-webhook/{uuid}',
  params: { key: merchantRef(), uuid: ref('webhook') },
  answer: nothing,
  access: 'webhooks',
  faults: ['notFound'],
  notice: 'Webhook Deleted successfully',
  audit: 'webhook.delete',
})

/**
 * Replaces the secure secret. The new one is shown only once, so its answer is not stored for repeats; the old one
 * stays valid for 24 hours.
 */
export const resetSecureSecret = call({
  at: 'POST /merchants/{key}/reset-chaiport-securesecret',
  params: { key: merchantRef() },
  repeat: 'safe',
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ secureSecret: secret(z.string()), previous_valid_until: timestamp })),
  access: 'webhooks',
  stepUp: true,
  audit: 'webhook.reset-secret',
})
