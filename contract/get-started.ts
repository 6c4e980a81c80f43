import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { environment } from './kit/wire.ts'
import { kycStatuses } from './merchants.ts'

/** The first steps of a merchant, from registration to the first live payment, in order. */
export const firstSteps = ['test_link', 'test_payment', 'logo', 'kyc', 'channel', 'live'] as const
export type FirstStep = (typeof firstSteps)[number]

/** The merchant's first steps. Each is done by what the merchant has, not by a mark that somebody sets. */
export const readGetStarted = call({
  at: 'GET /api/merchants/{id}/get-started',
  params: { id: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(
    z.object({
      steps: z.array(z.object({ step: z.enum(firstSteps), is_done: z.boolean() })),
      /** Whether an administrator has put the guide away. */
      is_dismissed: z.boolean(),
      /** Whether the merchant has a payment in the environment of the session, in any state. */
      has_payments: z.boolean(),
      kyc_status: z.enum(kycStatuses),
      /** The address of the newest test link that waits to be paid; empty when there is none. */
      unpaid_link: z.string(),
    }),
  ),
  access: 'dashboard',
})

/** Puts the guide away, for everybody of the merchant and for good. */
export const dismissGetStarted = call({
  at: 'POST /api/merchants/{id}/get-started/dismiss',
  params: { id: merchantRef() },
  body: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: 'administration',
  audit: 'merchant.dismiss-get-started',
})
