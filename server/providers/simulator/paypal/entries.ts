import { z } from 'zod'

/** What the simulator keeps as PayPal, beside the operations of its book. Amounts are minor units as decimal text. */
const common = { account: z.string(), id: z.string(), at: z.string() }

const Order = z.strictObject({
  kind: z.literal('order'),
  ...common,
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  amount_minor: z.string(),
  currency: z.string(),
  reference_id: z.string(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  description: z.string().optional(),
  /** The account that is paid, where it is not the application's own. */
  payee: z.string().optional(),
  return_url: z.string(),
  cancel_url: z.string(),
})
export type Order = z.infer<typeof Order>

/** The payer agreed, with funds that are good, are refused at the capture, or take their time. */
const Approval = z.strictObject({
  kind: z.literal('approval'),
  ...common,
  funds: z.enum(['good', 'declined', 'pending']),
})
/** The funds were refused: the payer has to choose others. */
const Refused = z.strictObject({ kind: z.literal('refused'), ...common })
/** The order was captured or authorised; `payment` is the id of the capture or authorisation. */
const Completion = z.strictObject({ kind: z.literal('completion'), ...common, payment: z.string() })
/** The capture of an authorisation. */
const Capture = z.strictObject({ kind: z.literal('capture'), ...common, order: z.string() })
const Void = z.strictObject({ kind: z.literal('void'), ...common })
const Refund = z.strictObject({
  kind: z.literal('refund'),
  ...common,
  order: z.string(),
  capture: z.string(),
  amount_minor: z.string(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  note: z.string().optional(),
})
export type Refund = z.infer<typeof Refund>
/** A value of PayPal-Request-Id, and what it made. */
const RequestKey = z.strictObject({ kind: z.literal('key'), ...common, operation: z.string(), made: z.string() })
const Webhook = z.strictObject({
  kind: z.literal('webhook'),
  ...common,
  url: z.string(),
  events: z.array(z.string()),
})
export type Webhook = z.infer<typeof Webhook>
const WebhookGone = z.strictObject({ kind: z.literal('webhook-gone'), ...common })
/** A partner sent a merchant to PayPal. */
const Referral = z.strictObject({
  kind: z.literal('referral'),
  ...common,
  tracking_id: z.string(),
  return_url: z.string(),
  email: z.string().optional(),
})
export type Referral = z.infer<typeof Referral>
/** The account of the merchant of a referral, as it is now. */
const Merchant = z.strictObject({
  kind: z.literal('merchant'),
  ...common,
  email_confirmed: z.boolean(),
  receivable: z.boolean(),
})
export type Merchant = z.infer<typeof Merchant>
/** The authority that signs the certificate of call-backs; it is the simulator's own, and good for nothing else. */
const Authority = z.strictObject({
  kind: z.literal('authority'),
  at: z.string(),
  key: z.string(),
  certificate: z.string(),
})

export const Entry = z.discriminatedUnion('kind', [
  Order,
  Approval,
  Refused,
  Completion,
  Capture,
  Void,
  Refund,
  RequestKey,
  Webhook,
  WebhookGone,
  Referral,
  Merchant,
  Authority,
])
export type Entry = z.infer<typeof Entry>
