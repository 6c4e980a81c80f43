import { z } from 'zod'

const account = z.object({ bank: z.string(), number: z.string(), name: z.string(), reference: z.string() })

/** The next step of the shopper from the provider: go to the provider's page, or act on what is shown. */
export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({
    kind: z.literal('show'),
    /** The content of a QR code. */
    qr: z.string().optional(),
    /** The code to show at a counter. */
    code: z.string().optional(),
    /** The account to transfer to; without a reference, its number identifies the payment. */
    account: account.optional(),
    /** A page of the simulator on which a tester plays the provider's side. */
    test_url: z.string().optional(),
  }),
])
export type Action = z.infer<typeof Action>

/** The facts of a payment that depend on its method. */
export const MethodDetails = z.object({
  action: Action.optional(),
  /** The shopper's language, for the page after the return from the provider. */
  language: z.string().optional(),
  phone: z.string().optional(),
  upi_id: z.string().optional(),
  plan_months: z.number().optional(),
  /** The key of the bank that the shopper chose, of the channel's list. */
  bank: z.string().optional(),
  /** The payer as the provider shows it: 'wallet ••••1234'. */
  payer: z.string().optional(),
  /** The merchant's words for the shopper when its server refused the payment; empty or absent without any. */
  refusal: z.string().optional(),
  /** The 3-D Secure authentication of a card payment. */
  authentication: z.enum(['frictionless', 'challenge']).optional(),
})
export type MethodDetails = z.infer<typeof MethodDetails>
