import type { Job } from './kit/jobs.ts'
import { sendMessageJob } from './messages/jobs.ts'
import { expirePaymentLink } from './payment-links/jobs.ts'
import { settlePayment } from './payments/jobs.ts'
import { deliverWebhook } from './webhooks/deliver.ts'

/** Every job there is; a queue is made for each at start. */
export const jobs = [settlePayment, expirePaymentLink, deliverWebhook, sendMessageJob] as unknown as readonly Job[]
