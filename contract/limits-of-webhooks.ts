/** Limits and times of webhooks and confirmations, as in `limits.ts`, of which they are a part. */
export const webhookLimits = {
  webhooksPerMerchant: 20,
  /** Headers of the merchant's own that go with a webhook. */
  webhookHeaders: 5,
  /** Test events of one webhook in a minute, and the time for the answer to one. */
  webhookTestsPerMinute: 6,
  webhookTestTimeoutMs: 10_000,
  /** The age of a webhook beyond which receivers refuse it, by Standard Webhooks. */
  webhookToleranceSeconds: 300,
  /** Signatures that a user may check in the playground in a minute. */
  signatureChecksPerMinute: 30,
  /** Days that events and their attempts are kept. */
  webhookLogDays: 30,
  /** Deliveries of one replay, those that it sends in a second, and that wait for their first attempt at once. */
  webhookReplayMost: 10_000,
  webhookReplaysPerSecond: 20,
  webhookReplayWaiting: 40,
  /** The time of failures only after which a replay stops. */
  webhookReplayFailingMinutes: 3,
  webhookTimeoutMs: 15_000,
  webhookReadBytes: 64 * 1024,
  /** The time in which a merchant's server answers whether a payment is captured. */
  confirmationTimeoutMs: 10_000,
  /** How long it may be too busy to be asked. */
  confirmationWaitMinutes: 10,
  /** Characters of its words for the shopper. */
  confirmationReasonLength: 200,
  /** Characters of its answer that are kept. */
  confirmationNoteLength: 2_000,
  /** The time of failing after which a webhook is switched off. */
  webhookFailingDays: 5,
  /** The time of failing after which users are notified of a webhook. */
  webhookToldMinutes: 60,
  webhookSecretOverlapHours: 24,
  webhookRefetchMs: 1_000,
  resendSeconds: 10,
} as const
