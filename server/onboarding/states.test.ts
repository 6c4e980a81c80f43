import { expect, it, test } from 'vitest'
import { onboardingStates, type OnboardingState } from '#contract/onboarding-states.ts'
import { stateAfter } from './apply.ts'
import { isWaiting, nextAskSeconds } from './ask-job.ts'
import { caseIn, keyOf } from './ask-partner.ts'

type Said = Exclude<OnboardingState, 'NOT_STARTED'>

/** What a state becomes by what the provider says, in the order PENDING, ACTIVE, ACTION_REQUIRED, REJECTED. */
const said: readonly Said[] = ['PENDING', 'ACTIVE', 'ACTION_REQUIRED', 'REJECTED']
const table: Readonly<Record<OnboardingState, readonly OnboardingState[]>> = {
  NOT_STARTED: ['NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED'],
  PENDING: ['PENDING', 'ACTIVE', 'ACTION_REQUIRED', 'REJECTED'],
  ACTION_REQUIRED: ['PENDING', 'ACTIVE', 'ACTION_REQUIRED', 'REJECTED'],
  ACTIVE: ['ACTION_REQUIRED', 'ACTIVE', 'ACTION_REQUIRED', 'ACTION_REQUIRED'],
  REJECTED: ['REJECTED', 'REJECTED', 'REJECTED', 'REJECTED'],
}

test.each(onboardingStates.states.flatMap((from) => said.map((word, at) => [from, word, table[from][at]] as const)))(
  'from %s a provider that says %s leads to %s',
  (from, word, to) => expect(stateAfter(from, word)).toBe(to),
)

it('begins, and begins anew after a rejection, by handing in alone', () => {
  const begins = onboardingStates.states.filter((state) => onboardingStates.can(state, 'handIn'))
  expect(begins).toEqual(['NOT_STARTED', 'REJECTED'])
})

it('is asked about while it waits: every ten minutes for a day, every hour for 30 days', () => {
  expect(onboardingStates.states.filter(isWaiting)).toEqual(['PENDING', 'ACTION_REQUIRED'])
  const day = 86_400
  expect([0, day - 1, day, 30 * day - 1, 30 * day].map((age) => nextAskSeconds(age))).toEqual([
    600,
    600,
    3_600,
    3_600,
    null,
  ])
})

it('has a key of its own for each round, in which its case is found again', () => {
  const case_id = '0197a1b2-0000-7000-8000-000000000001'
  for (const round of [1, 2, 12]) expect(caseIn(keyOf({ case_id, round }))).toBe(case_id)
  expect(new Set([1, 2, 12].map((round) => keyOf({ case_id, round }))).size).toBe(3)
  for (const other of ['', 'x', `${case_id}x`, `${case_id}-`]) expect(caseIn(other)).toBe('')
})
