import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/** The job that sends an approved payout and follows it to its end; `send.ts` has its work. */
export const sendPayoutJob = {
  name: 'send-payout',
  data: z.object({
    merchantId: z.uuid(),
    environment,
    txnRef: z.string(),
    asks: z.number().default(0),
    /** An extra poll: the scheduled one is queued as well, so the extra one queues none. */
    nudge: z.boolean().default(false),
    /** How often it was put off, one time after the other, because its channel hangs. */
    waits: z.number().optional(),
  }),
}
/** What a payout begins with. */
export const firstSend = (txnRef: string) => ({ txnRef, asks: 0, nudge: false })
