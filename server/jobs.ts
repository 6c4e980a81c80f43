import type { Job } from './kit/jobs.ts'
import { sendMessageJob } from './messages/jobs.ts'
import { mailNotifications } from './notifications/mail-notifications.ts'
import { tellNotice } from './notifications/tell-notice.ts'
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
  tellNotice,
  mailNotifications,
  openMerchantJob,
  sendVerifyLinkJob,
  sendResetLinkJob,
  noteSignInFailure,
  sendSsoLinkJob,
] as unknown as readonly Job[]
