import type { Job } from './kit/jobs.ts'
import { sendMessageJob } from './messages/jobs.ts'
import { expirePaymentLink } from './payment-links/jobs.ts'
import { settlePayment } from './payments/jobs.ts'
import { sendResetLinkJob } from './password-reset/jobs.ts'
import { openMerchantJob, sendVerifyLinkJob } from './registration/jobs.ts'
import { runRefundBatch } from './refund-batches/jobs.ts'
import { settleRefund } from './refunds/jobs.ts'
import { noteSignInFailure } from './session/jobs.ts'
import { sendSsoLinkJob } from './sso/jobs.ts'
import { deliverWebhook } from './webhooks/deliver.ts'

/** Every job there is; a queue is made for each at start. */
export const jobs = [
  settlePayment,
  settleRefund,
  runRefundBatch,
  expirePaymentLink,
  deliverWebhook,
  sendMessageJob,
  openMerchantJob,
  sendVerifyLinkJob,
  sendResetLinkJob,
  noteSignInFailure,
  sendSsoLinkJob,
] as unknown as readonly Job[]
