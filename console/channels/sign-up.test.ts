import { expect, test } from 'vitest'
import { onboardingStates } from '#contract/onboarding-states.ts'
import { opensSignUp } from './sign-up.ts'

const entry = (wish: Partial<Parameters<typeof opensSignUp>[0]>) =>
  opensSignUp({ onboarding: ['keys', 'referral'], onboarding_state: 'NOT_STARTED', is_set_up: false, ...wish })

test('a first connection leads to the sign-up where the catalogue has one', () => {
  expect(entry({})).toBe(true)
  expect(entry({ onboarding: ['form'] })).toBe(true)
  expect(entry({ onboarding: ['keys'], onboarding_state: null })).toBe(false)
})

test('another connection leads there only while the sign-up is open', () => {
  const open = onboardingStates.states.filter((state) => entry({ is_set_up: true, onboarding_state: state }))
  expect(open).toEqual(['PENDING', 'ACTION_REQUIRED', 'REJECTED'])
})
