import type { Entry } from './use-channels.ts'

type Onboarded = Pick<Entry, 'onboarding' | 'onboarding_state' | 'is_set_up'>

/** Whether a merchant can sign up at the provider from here. */
export const hasSignUp = ({ onboarding }: Pick<Onboarded, 'onboarding'>): boolean =>
  onboarding.some((one) => one !== 'keys')

/** Whether there is a state to show. */
export const hasBegun = ({ onboarding_state: state }: Pick<Onboarded, 'onboarding_state'>): boolean =>
  state !== null && state !== 'NOT_STARTED'

/** Whether a sign-up has begun and is not at its end. */
export const isOpen = ({ onboarding_state: state }: Pick<Onboarded, 'onboarding_state'>): boolean =>
  state === 'PENDING' || state === 'ACTION_REQUIRED' || state === 'REJECTED'

/** Whether connecting leads to the sign-up: for a first connection, and while a sign-up is open. */
export const opensSignUp = (entry: Onboarded): boolean => hasSignUp(entry) && (!entry.is_set_up || isOpen(entry))
