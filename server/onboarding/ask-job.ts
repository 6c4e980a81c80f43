import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { OnboardingState } from '#contract/onboarding-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The job that asks a provider how far an onboarding is (`jobs.ts`), for who enqueues it. */
export const askJob = {
  name: 'ask-onboarding',
  data: z.object({
    merchantId: z.uuid(),
    environment,
    catalogueKey: z.string(),
    /** The chain of jobs that it belongs to, by `asking_since`; empty for one that a call-back causes and none follows. */
    chain: z.string(),
  }),
}
export type AskData = z.infer<typeof askJob.data>

/** Whether the provider is asked by itself: while it, or the merchant at it, has something to do. */
export const isWaiting = (state: OnboardingState): boolean => state === 'PENDING' || state === 'ACTION_REQUIRED'

/**
 * Seconds until the provider is asked again by itself: ten minutes for a day, an hour for 30 days; null afterwards, except while it
 * waits for a place among the merchant's channels.
 * @param ageSeconds since the state began in which it is asked.
 */
export function nextAskSeconds(ageSeconds: number, forPlace = false): number | null {
  if (ageSeconds < 86_400) return 600
  return forPlace || ageSeconds < 30 * 86_400 ? 3_600 : null
}

/** Enqueues the next job of a chain. Returns what the row keeps of it. */
export function enqueueAsk(
  ctx: Ctx,
  catalogueKey: string,
  since: Date,
  forPlace = false,
): { asking_since: Date; next_ask_at: Date | null } {
  const seconds = nextAskSeconds((ctx.now.getTime() - since.getTime()) / 1_000, forPlace)
  if (seconds === null) return { asking_since: since, next_ask_at: null }
  ctx.enqueue(askJob, { catalogueKey, chain: since.toISOString() }, { after: seconds })
  return { asking_since: since, next_ask_at: new Date(ctx.now.getTime() + seconds * 1_000) }
}
