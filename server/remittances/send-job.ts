import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  settlementRef: z.string(),
})
/** The job that asks for a quote and decides whether a settlement is sent by it; `quote.ts` has its work. */
export const quoteRemittanceJob = { name: 'quote-remittance', data }
/** The job that sends a settlement by its quote and follows it to its end; `send.ts` has its work. */
export const sendRemittanceJob = {
  name: 'send-remittance',
  data: data.extend({
    asks: z.number().default(0),
    /** An extra poll: the scheduled one is queued as well, so the extra one queues none. */
    nudge: z.boolean().default(false),
  }),
}
export type QuoteData = z.infer<typeof data>
export type SendData = z.infer<(typeof sendRemittanceJob)['data']>
