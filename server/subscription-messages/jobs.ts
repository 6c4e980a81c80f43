import type { z } from 'zod'
import { job } from '#server/kit/jobs/jobs.ts'
import { listDueMessages, sendMessagesJob } from '#server/subscription-store/messages.ts'
import { sendDue } from './send.ts'

/** Sends what is due to the customer of a subscription; a job that comes late, early or twice finds nothing left to do. */
export const sendSubscriptionMessages = job({
  ...sendMessagesJob,
  overdue: { key: 'orderRef', list: listDueMessages },
  work: (ctx, { orderRef }: z.output<typeof sendMessagesJob.data>) => sendDue(ctx, orderRef),
})
