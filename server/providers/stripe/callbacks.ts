import Stripe from 'stripe'
import { z } from 'zod'
import type { Callback, Known, ReceivedCallback } from '../provider.ts'
import { refundState } from './outcomes.ts'

/** The events that an endpoint is registered for. */
export const events = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'account.updated',
] as const

export interface CallbackParts {
  /** Of the endpoint; empty while none is registered. */
  secret: string
  /** Whether the channel's keys are those of Stripe's live mode. */
  live: boolean
  /** Whether the endpoint is that of the operator's platform, to which the call-backs of all its accounts come. */
  platform: boolean
}

/**
 * Verifies a call-back by the endpoint's secret and reads it. Its time may differ from ours by 300 s. Where money is
 * said to have moved, the payment is asked for: amount, card and fee are then read, and an event that comes late moves
 * nothing.
 */
export function verifyCallback(
  { headers, body, now }: ReceivedCallback,
  { secret, live, platform }: CallbackParts,
): Callback {
  const header = headers['stripe-signature'] ?? ''
  if (!secret) return { kind: 'forged', why: 'no endpoint is registered' }
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1])
  if (!(Math.abs(now.getTime() / 1_000 - signedAt) <= toleranceSeconds)) {
    return { kind: 'forged', why: 'no signature of the last minutes' }
  }
  let parsed: unknown
  try {
    // The age is judged above, in both directions; a tolerance of 0 leaves it out here.
    Stripe.webhooks.signature?.verifyHeader(body, header, secret, 0)
    parsed = JSON.parse(body)
  } catch {
    return { kind: 'forged', why: 'the signature does not verify' }
  }
  const event = Event.safeParse(parsed)
  if (!event.success) return { kind: 'ignored', why: 'the event has another form' }
  if (event.data.livemode !== live) return { kind: 'ignored', why: 'the event is of the other mode' }
  return platform ? readOfPlatform(event.data) : read(event.data)
}

const toleranceSeconds = 300

function read({ id, created, data: { object } }: Event): Callback {
  const at = new Date(created * 1_000).toISOString()
  const { order_ref: orderRef, refund_ref: refundRef, merchant_key: merchantKey } = object.metadata ?? {}
  const owner = merchantKey ? { merchantKey } : {}
  if (object.object === 'payment_intent' && orderRef) {
    const subject = { id, key: orderRef, at, ...owner }
    const outcome = harmless(object)
    return outcome ? { kind: 'event', ...subject, outcome } : { kind: 'ask', ...subject }
  }
  if (object.object === 'refund' && refundRef) {
    const outcome = refundState({ id: object.id, status: object.status ?? null, ...reasonOf(object) })
    const subject = { id, key: refundRef, at, ...owner }
    return outcome.kind === 'unknown' ? { kind: 'ask', ...subject } : { kind: 'event', ...subject, outcome }
  }
  return { kind: 'ignored', why: 'the event is about nothing of ours' }
}

/** An event of a platform names its account, which only Stripe can say. */
function readOfPlatform(event: Event): Callback {
  const { type, account: accountRef, data } = event
  if (accountRef === undefined) return { kind: 'ignored', why: "the event is about the platform's own account" }
  if (type === 'account.updated' || type === 'account.application.deauthorized')
    return { kind: 'account', accountRef, onboardingKey: data.object.metadata?.onboarding ?? '' }
  const told = read(event)
  return told.kind === 'ask' || told.kind === 'event' ? { ...told, accountRef } : told
}

const reasonOf = ({ failure_reason: reason }: z.infer<typeof EventObject>) => (reason ? { failure_reason: reason } : {})

/** The outcome of an event by which no money moved and which ends nothing; null where the payment is to be read. */
const harmless = ({ id, status }: z.infer<typeof EventObject>): Known | null =>
  status === 'processing' ? { kind: 'pending', providerRef: id } : null

const Name = z.string().max(255)
/** Open objects: Stripe adds fields without a new version. */
const EventObject = z.object({
  object: z.string(),
  id: z.string().max(255),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata: z.object({ order_ref: Name, refund_ref: Name, merchant_key: Name, onboarding: Name }).partial().nullish(),
})
const Event = z.object({
  object: z.literal('event'),
  id: z.string().min(1).max(255),
  created: z.number().int().min(0).max(9_999_999_999),
  livemode: z.boolean(),
  /** Of a platform: the account that the event is of. */
  account: Name.optional(),
  type: z.string(),
  data: z.object({ object: EventObject }),
})
type Event = z.infer<typeof Event>
