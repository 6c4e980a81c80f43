import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/** The job that asks a bank about a payout that has arrived; `follow.ts` has its work. */
export const followPayoutJob = {
  name: 'follow-payout',
  data: z.object({ merchantId: z.uuid(), environment, txnRef: z.string(), asks: z.number().default(0) }),
}

/** Hours until the bank is asked again; undefined when it is asked no more. Together ten days. */
export const nextFollowHours = (asks: number): number | undefined => [1, 5, 18, 24, 72, 120][asks]
