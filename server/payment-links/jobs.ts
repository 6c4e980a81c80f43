import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { linkPayable } from './payable.ts'

/** Kept for jobs that versions before `expirePayable` queued: they wait for a link's expiry for up to a year. */
export const expirePaymentLink = job({
  name: 'expire-payment-link',
  data: z.object({ merchantId: z.uuid(), environment, linkRef: z.string() }),
  work: (ctx, { linkRef }) => linkPayable.expire(ctx, linkRef),
})
