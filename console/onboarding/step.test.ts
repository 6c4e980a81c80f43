import { expect, test } from 'vitest'
import type { OnboardingCheck } from '#contract/onboarding.ts'
import { onboardingStates } from '#contract/onboarding-states.ts'
import { isSaidByChecks } from './checks.tsx'
import { stepsOf } from './step.ts'

const check = (name: OnboardingCheck, ok: boolean, text = '') => ({
  name,
  ok,
  text,
  link: '',
})
const next = (wish: Partial<Parameters<typeof stepsOf>[0]>) => {
  const { steps, at } = stepsOf({ kind: 'referral', state: 'PENDING', checks: [], ...wish })
  return steps[at] ?? 'done'
}

test('the next step follows from the state, and from whether the provider knows the merchant', () => {
  expect(onboardingStates.states.map((state) => next({ state }))).toEqual(['facts', 'page', 'done', 'review', 'facts'])
  expect(next({ checks: [check('payments_receivable', false)] })).toBe('review')
  expect(next({ checks: [check('details_submitted', false), check('charges_enabled', false)] })).toBe('page')
  expect(next({ checks: [check('details_submitted', true), check('charges_enabled', false)] })).toBe('review')
})

test('without a page of the provider nobody is sent to one', () => {
  expect(stepsOf({ kind: 'form', state: 'PENDING', checks: [] }).steps).not.toContain('page')
  expect(onboardingStates.states.map((state) => next({ kind: 'form', state }))).toEqual([
    'facts',
    'review',
    'done',
    'review',
    'facts',
  ])
})

test('a reason that only repeats the checks is not said twice, another one is', () => {
  const checks = [check('primary_email_confirmed', false, 'Confirm it.'), check('payments_receivable', false, 'Ask.')]
  expect(isSaidByChecks(checks, 'Confirm it. Ask.')).toBe(true)
  expect(isSaidByChecks(checks, 'Confirm it. The account is under review.')).toBe(false)
  expect(isSaidByChecks([check('charges_enabled', false, 'requirements.past_due')], 'requirements.past_due')).toBe(
    false,
  )
})
