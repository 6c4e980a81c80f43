import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, optionalText, phone, text, timestamp, secret } from './kit/wire.ts'
import { offeredMethods, planMonths } from './methods.ts'

/** The next step of the shopper. Every field is present; unused ones are empty. */
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
  /** A page of the simulator on which a tester plays the provider's side. */
  test_url: z.string(),
})

/** The part of an attempt that the shopper's page shows. */
export const Attempt = z.object({
  order_ref: z.string(),
  /** While it is `waiting` the page polls; the others are final. */
  state: z.enum(['waiting', 'paid', 'declined']),
  reason: z.union([z.enum(declineReasons), z.literal('')]),
  /** The merchant's own words on why it refused, plain text of at most 200 characters; empty for none. */
  refusal: z.string(),
  /** The signed return address at the merchant, of a paid attempt or a declined one; empty without one. */
  redirect_url: z.string(),
  method: z.enum(offeredMethods),
  sub_type: z.string(),
  action: Action,
  /** The end of the time to pay; null without a limit. */
  expires_at: timestamp.nullable(),
  /** Whether the shopper may cancel the attempt to pay in another way. */
  may_cancel: z.boolean(),
  /** The number of received slips of a transfer. */
  slips: z.number(),
  /** Whether the provider has been asked to end the attempt. */
  cancelling: z.boolean(),
  /** The attempt that follows a declined one by itself, at another channel; the page follows it. Empty for none. */
  next: z.string(),
})
export type Attempt = z.input<typeof Attempt>

/** Why an attempt is not begun, beside what is wrong with the request. */
export const attemptFaults = [
  'notFound',
  'wrongState',
  'merchantInactive',
  'inFlight',
  'channelMissing',
  'channelChanged',
  'tooManyAttempts',
] as const

/**
 * Starts one attempt to pay a payable, by card unless another method is named. A card is the token that the provider
 * gave the browser, never a number. `channelMissing` where no channel takes the method for this payable; `channelChanged` where
 * the channel that gave the token can no longer take it, so that the page has to be loaded anew.
 */
export const startAttempt = call({
  at: 'POST /api/checkout/{ref}/attempts',
  params: { ref: ref('payable') },
  body: z.strictObject({
    method: z.enum(offeredMethods).optional(),
    sub_type: optionalText(40),
    /** In major units, what is paid at once of a payable that takes parts; all that is due where nothing is said. */
    amount: z.number({ error: 'not_a_number' }).min(0, { error: 'negative' }).optional(),
    token: secret(optionalText(200)),
    /** The channel that the page was made for, which gave the token. By default the channel that routing chooses. */
    channel: optionalText(64),
    phone: z.union([phone, z.literal('')]).optional(),
    /** A virtual payment address, as in 'mei@bank'. */
    upi_id: z.union([text(100).regex(/^[\w.-]+@[\w.-]+$/, { error: 'not_a_upi_id' }), z.literal('')]).optional(),
    plan_months: z.literal(planMonths).optional(),
    /** The key of a bank, of those that the channel lists for the way. */
    bank: optionalText(40),
    /** The language of the page, a BCP 47 tag, for the return from the provider. */
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
      .optional(),
    shopper_name: optionalText(120),
    shopper_email: z.union([email, z.literal('')]).optional(),
    /** The shopper agrees to later charges, as the page says them; needed where paying sets up a mandate. */
    agrees: z.boolean().optional(),
    /** The text that they agree to, as the page showed it; refused where it is not that of now. */
    consent: optionalText(2_000),
  }),
  answer: content(Attempt),
  access: 'shopper',
  faults: ['invalidRequest', ...attemptFaults],
  repeat: 'keyed',
  rate: 'shopper',
})

/** Notes that the page's script runs in a shopper's browser, for the funnel. Only the first time counts. */
export const noteOpening = call({
  at: 'POST /api/checkout/{ref}/opened',
  params: { ref: ref('payable') },
  answer: nothing,
  access: 'shopper',
  faults: ['notFound'],
  repeat: 'keyed',
  rate: 'shopper',
})

/** The state of an attempt; the page polls it while it is waiting. */
export const readAttempt = call({
  at: 'GET /api/checkout/{ref}/attempts/{order_ref}',
  params: { ref: ref('payable'), order_ref: ref('payment') },
  answer: content(Attempt),
  access: 'shopper',
  faults: ['notFound'],
  rate: 'shopper',
})

/**
 * Asks the provider to end an attempt that waits for the shopper, so that the shopper can pay in another way. It
 * ends only when the provider confirms; the answer is the present state. `wrongState` when it waits for someone else
 * or is over.
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
