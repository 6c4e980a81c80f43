import type { Domain } from '#server/kit/domain.ts'
import { partnerCallbackRoute } from './callback-route.ts'
import { onboardingHandlers } from './handlers.ts'
import { askOnboarding } from './jobs.ts'

export const onboarding = {
  handlers: onboardingHandlers,
  jobs: [askOnboarding],
  routes: partnerCallbackRoute,
} satisfies Domain
