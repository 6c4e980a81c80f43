import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, optionalText, phone, text, timestamp, secret } from './kit/wire.ts'
import { offeredMethods, planMonths } from './methods.ts'

/** What the shopper has to do now; every field is there, empty where it says nothing. */
const Action = z.object({
  kind: z.enum(['none', 'redirect', 'show']),
  /** The provider's page. */
  url: z.string(),
  /** A QR code as a picture, a data URL. */
  qr_code: z.string(),
  code: z.string(),
  bank: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  reference: z.string(),
  /** Where a simulated provider lets the other half be played. */
  test_url: z.string(),
})

/** What the shopper's page shows of an attempt. */
export const Attempt = z.object({
  order_ref: z.string(),
  /** `waiting` asks again; the others are the end of this attempt. */
  state: z.enum(['waiting', 'paid', 'declined']),
  reason: z.union([z.enum(declineReasons), z.literal('')]),
  /** Where the shopper goes next, signed for the merchant; empty when there is nowhere. */
  redirect_url: z.string(),
  method: z.enum(offeredMethods),
  sub_type: z.string(),
  action: Action,
  /** Until when the shopper may pay; null while that is nobody's question. */
  expires_at: timestamp.nullable(),
  /** Whether the attempt can be given up for another way to pay. */
  may_cancel: z.boolean(),
  /** How many slips of a transfer have been received. */
  slips: z.number(),
  /** The provider is being asked to end it. */
  cancelling: z.boolean(),
})
export type Attempt = z.input<typeof Attempt>

/**
 * Starts one attempt to pay a link, by card unless another method is named. A card comes as what the provider gave the
 * browser for it; never as a number. `channelMissing` where no channel takes that method for this link.
 */
export const startAttempt = call({
  at: 'POST /api/checkout/{ref}/attempts',
  params: { ref: ref('payable') },
  body: z.strictObject({
    method: z.enum(offeredMethods).optional(),
    sub_type: optionalText(40),
    token: secret(optionalText(200)),
    phone: z.union([phone, z.literal('')]).optional(),
    /** A virtual payment address, as in 'mei@bank'. */
    upi_id: z.union([text(100).regex(/^[\w.-]+@[\w.-]+$/, { error: 'not_a_upi_id' }), z.literal('')]).optional(),
    plan_months: z.literal(planMonths).optional(),
    /** The page's language, to come back to: a tag of BCP 47. */
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
      .optional(),
    shopper_name: optionalText(120),
    shopper_email: z.union([email, z.literal('')]).optional(),
  }),
  answer: content(Attempt),
  access: 'shopper',
  faults: [
    'invalidRequest',
    'notFound',
    'wrongState',
    'merchantInactive',
    'inFlight',
    'channelMissing',
    'tooManyAttempts',
  ],
  repeat: 'keyed',
  rate: 'shopper',
})

/** How the attempt stands; the page asks until it is no longer waiting. */
export const readAttempt = call({
  at: 'GET /api/checkout/{ref}/attempts/{order_ref}',
  params: { ref: ref('payable'), order_ref: ref('payment') },
  answer: content(Attempt),
  access: 'shopper',
  faults: ['notFound'],
  rate: 'shopper',
})

/**
 * Asks the provider to end an attempt that waits for the shopper, so that another way may be chosen. The answer is how it
 * stands now; it has ended only once the provider has said so. `wrongState` when it waits for somebody else or is over.
 */
export const cancelAttempt = call({
  at: 'POST /api/checkout/{ref}/attempts/{order_ref}/cancel',
  params: { ref: ref('payable'), order_ref: ref('payment') },
  answer: content(Attempt),
  access: 'shopper',
  faults: ['notFound', 'wrongState'],
  repeat: 'keyed',
  rate: 'shopper',
})
