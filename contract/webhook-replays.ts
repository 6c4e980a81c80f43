import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, record, timestamp } from './kit/wire.ts'
import { WebhookLogRow } from './webhook-log.ts'
import { webhookTypes } from './webhooks.ts'

/** The states of deliveries that can be replayed; what is pending is on its way anyway. */
export const replayable = ['delivered', 'failed', 'disabled'] as const
export const replayStates = ['running', 'done', 'stopped'] as const
/** Why a replay stopped: a user wanted it, its webhook was switched off or deleted, or all attempts failed. */
export const replayStops = ['', 'user', 'off', 'failing'] as const

export const WebhookReplay = z.object({
  replay_id: z.string(),
  webhook_uuid: z.string(),
  state: z.enum(replayStates),
  stopped_why: z.enum(replayStops),
  total: z.int(),
  /** Those that were sent so far, and how they stand now. */
  sent: z.int(),
  delivered: z.int(),
  failing: z.int(),
  created_at: timestamp,
  created_by: z.string(),
  ended_at: timestamp.nullable(),
})
export type WebhookReplay = z.input<typeof WebhookReplay>

const choice = record({
  environment: environment.optional(),
  /** When the events happened, `to` exclusive. */
  from: timestamp,
  to: timestamp,
  states: z.array(z.enum(replayable)).min(1).max(replayable.length),
  type: z.enum(webhookTypes).optional(),
})

/** How many deliveries a replay would send, up to one more than is allowed, and ten of them. */
export const previewWebhookReplay = call({
  at: 'POST /api/webhooks/{uuid}/replays/preview',
  params: { uuid: ref('webhook') },
  body: choice,
  answer: content(z.object({ count: z.int(), most: z.int(), first: z.array(WebhookLogRow) })),
  access: 'webhooks',
  faults: ['notFound'],
  repeat: 'safe',
  onFailure: 'inline',
})

/**
 * Sends the deliveries again, the oldest first: 20 a second behind what is new, those of one object in their order, each under its
 * `webhook-id`. One replay at a time for each webhook.
 */
export const createWebhookReplay = call({
  at: 'POST /api/webhooks/{uuid}/replays',
  params: { uuid: ref('webhook') },
  body: choice,
  answer: content(WebhookReplay),
  access: 'webhooks',
  faults: ['notFound', 'wrongState', 'tooMany', 'nothingToReplay'],
  notice: 'Replay begun',
  audit: 'webhook.replay',
  onFailure: 'inline',
})

/** The latest ten replays of a webhook, newest first. */
export const listWebhookReplays = call({
  at: 'GET /api/webhooks/{uuid}/replays',
  params: { uuid: ref('webhook') },
  answer: content(z.array(WebhookReplay)),
  access: 'webhooks',
  faults: ['notFound'],
})

/** Stops a replay. What it has not tried yet is as it was before. */
export const stopWebhookReplay = call({
  at: 'POST /api/webhooks/{uuid}/replays/stop',
  params: { uuid: ref('webhook') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(WebhookReplay),
  access: 'webhooks',
  faults: ['notFound', 'wrongState'],
  notice: 'Replay stopped',
  audit: 'webhook.stop-replay',
})
