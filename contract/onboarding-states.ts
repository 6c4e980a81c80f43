import { machine } from './kit/machine.ts'

/**
 * The states of a merchant's onboarding at a provider. The provider's word moves it, except for `handIn`, the merchant's own
 * act, which begins it and begins it anew after a rejection. An account that is taken back has to act.
 */
export const onboardingStates = machine({
  states: ['NOT_STARTED', 'PENDING', 'ACTIVE', 'ACTION_REQUIRED', 'REJECTED'],
  actions: {
    handIn: { from: ['NOT_STARTED', 'REJECTED'], to: 'PENDING' },
    wait: { from: ['ACTION_REQUIRED'], to: 'PENDING' },
    activate: { from: ['PENDING', 'ACTION_REQUIRED'], to: 'ACTIVE' },
    askToAct: { from: ['PENDING', 'ACTIVE'], to: 'ACTION_REQUIRED' },
    reject: { from: ['PENDING', 'ACTION_REQUIRED'], to: 'REJECTED' },
  },
})
export type OnboardingState = (typeof onboardingStates.states)[number]
