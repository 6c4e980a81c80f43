import { z } from 'zod'

/** When a charge that was declined is tried again, and what happens when no try has helped. */

/** What comes of a subscription after the last try: it is cancelled, or stays past due. */
export const lastActs = ['cancel', 'keep'] as const

/** The limits of retries. Networks of cards fine those who try a declined card too often. */
export const retryLimits = { tries: 6, daysMost: 28, triesOfMandate: 10, mandateDays: 30 } as const

/** The retry rules of a merchant. */
export const retryRules = z.strictObject({
  /** Days after the first try, rising, each once; none is no retry. */
  days: z
    .array(z.int().min(1).max(retryLimits.daysMost))
    .max(retryLimits.tries)
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] as number)), { error: 'not_rising' }),
  last_act: z.enum(lastActs),
})
export type RetryRules = z.infer<typeof retryRules>

/** Those of a merchant that has set none. */
export const defaultRetryRules: RetryRules = { days: [1, 3, 5, 7], last_act: 'cancel' }
