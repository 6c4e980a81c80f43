import { z } from 'zod'

const account = z.object({ bank: z.string(), number: z.string(), name: z.string(), reference: z.string() })

/** What the shopper has to do next, as the provider says: go to a page of its, or act elsewhere on what is shown. */
export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({
    kind: z.literal('show'),
    /** What a QR code says. */
    qr: z.string().optional(),
    /** To be told or shown at a counter. */
    code: z.string().optional(),
    /** To transfer to; without a reference the number alone names the payment. */
    account: account.optional(),
    /** Where a simulated provider lets the shopper's other half be played. */
    test_url: z.string().optional(),
  }),
])
export type Action = z.infer<typeof Action>

/** What is kept of a payment for its method alone, beside what every payment has. */
export const MethodDetails = z.object({
  action: Action.optional(),
  /** What the shopper reads: the provider sends them back to a page in it. */
  language: z.string().optional(),
  phone: z.string().optional(),
  upi_id: z.string().optional(),
  plan_months: z.number().optional(),
  /** Who paid in the end, as far as the provider shows it: 'wallet ••••1234'. */
  payer: z.string().optional(),
  /** Whether the bank asked the holder of a card who they are. */
  authentication: z.enum(['frictionless', 'challenge']).optional(),
})
export type MethodDetails = z.infer<typeof MethodDetails>
