import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { call, content } from './kit/call.ts'
import { email, optionalText, text } from './kit/wire.ts'

/** What the shopper's page shows of an attempt. */
export const Attempt = z.object({
  order_ref: z.string(),
  /** `waiting` asks again; the others are the end of this attempt. */
  state: z.enum(['waiting', 'paid', 'declined']),
  reason: z.union([z.enum(declineReasons), z.literal('')]),
  /** Where the shopper goes next, signed for the merchant; empty when there is nowhere. */
  redirect_url: z.string(),
})
export type Attempt = z.input<typeof Attempt>

/** Starts one attempt to pay a link with what the provider gave the browser for the card; never a card number. */
export const startAttempt = call({
  at: 'POST /api/checkout/{ref}/attempts',
  body: z.strictObject({
    token: text(200),
    shopper_name: optionalText(120),
    shopper_email: z.union([email, z.literal('')]).optional(),
  }),
  answer: content(Attempt),
  access: 'shopper',
  faults: ['notFound', 'wrongState', 'inFlight', 'channelMissing', 'tooManyAttempts'],
  repeat: 'keyed',
  rate: 'shopper',
})

/** How the attempt stands; the page asks until it is no longer waiting. */
export const readAttempt = call({
  at: 'GET /api/checkout/{ref}/attempts/{order_ref}',
  answer: content(Attempt),
  access: 'shopper',
  faults: ['notFound'],
  rate: 'shopper',
})
