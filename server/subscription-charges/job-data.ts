import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/** The jobs of charging by name and data: whoever makes one need not know what it does. */

const owner = { merchantId: z.uuid(), environment }

/** Does what is due of one subscription. */
export const actJob = { name: 'act-on-subscription', data: z.object({ ...owner, orderRef: z.string() }) }

const mandateData = z.object({
  ...owner,
  mandateRef: z.string(),
  /** How often the provider was asked. */
  asks: z.number().default(0),
})
export type MandateData = z.infer<typeof mandateData>
/** Ends a mandate at its provider. */
export const revokeJob = { name: 'revoke-mandate', data: mandateData }
/** Sets one up there. */
export const setUpJob = { name: 'settle-mandate', data: mandateData }
