import type { OnboardingCase } from './use-onboarding.ts'

export type Step = 'facts' | 'page' | 'review' | 'active'

/** The steps of an onboarding, and the place of the next one; behind the last one when all are done. */
export function stepsOf({ kind, state, checks }: Pick<OnboardingCase, 'kind' | 'state' | 'checks'>): {
  steps: readonly Step[]
  at: number
} {
  const steps: Step[] = kind === 'referral' ? ['facts', 'page', 'review', 'active'] : ['facts', 'review', 'active']
  if (state === 'ACTIVE') return { steps, at: steps.length }
  if (state === 'NOT_STARTED' || state === 'REJECTED') return { steps, at: 0 }
  return { steps, at: steps.indexOf(isAtPage({ kind, state, checks }) ? 'page' : 'review') }
}

/** Whether the merchant still has to go to the provider's page: the provider does not know it yet, or not its details. */
export const isAtPage = ({ kind, state, checks }: Pick<OnboardingCase, 'kind' | 'state' | 'checks'>): boolean =>
  kind === 'referral' &&
  state === 'PENDING' &&
  (checks.length === 0 || checks.some(({ name, ok }) => name === 'details_submitted' && !ok))
