import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { Attempt } from './checkout.ts'
import { declineReasons } from './declines.ts'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, optionalText, phone, secret } from './kit/wire.ts'
import { offeredMethods } from './methods.ts'

/** The set-up of a subscription that takes no money yet: its customer agrees to a mandate, and nothing is paid. */

/** How it stands, for the customer's page; while it is `waiting` the page polls. */
export const SetUp = z.object({
  mandate_ref: z.string(),
  state: z.enum(['waiting', 'done', 'declined']),
  reason: z.union([z.enum(declineReasons), z.literal('')]),
  /** The signed return address at the merchant; empty while it waits, and where there is none. */
  redirect_url: z.string(),
  method: z.enum(offeredMethods),
  sub_type: z.string(),
  action: Attempt.shape.action,
})
export type SetUp = z.input<typeof SetUp>

/** Agrees to later charges without paying now. `wrongState` where the set-up takes money, or is done; `inFlight` while it is being paid. */
export const startSetUp = call({
  at: 'POST /api/checkout/{ref}/mandates',
  params: { ref: ref('payable') },
  body: z.strictObject({
    method: z.enum(offeredMethods).optional(),
    sub_type: optionalText(40),
    token: secret(optionalText(200)),
    channel: optionalText(64),
    phone: z.union([phone, z.literal('')]).optional(),
    bank: optionalText(40),
    language: z.enum(languageTags).optional(),
    /** The customer agrees to later charges, as the page says them. */
    agrees: z.literal(true),
    /** The text that they agree to, as the page showed it; refused where it is not that of now. */
    consent: optionalText(2_000),
    shopper_name: optionalText(120),
    /** Needed where the merchant knows no address: by mail the customer sees to the subscription. */
    shopper_email: z.union([email, z.literal('')]).optional(),
  }),
  answer: content(SetUp),
  access: 'shopper',
  faults: [
    'invalidRequest',
    'notFound',
    'wrongState',
    'merchantInactive',
    'inFlight',
    'tooManyAttempts',
    'channelMissing',
    'channelChanged',
  ],
  repeat: 'keyed',
  rate: 'shopper',
})

/** How a set-up stands. */
export const readSetUp = call({
  at: 'GET /api/checkout/{ref}/mandates/{mandate_ref}',
  params: { ref: ref('payable'), mandate_ref: ref('mandate') },
  answer: content(SetUp),
  access: 'shopper',
  faults: ['notFound'],
  rate: 'shopper',
})
