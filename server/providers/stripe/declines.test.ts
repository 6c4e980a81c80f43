import { expect, test } from 'vitest'
import { declineCodes } from './declines.ts'
import { errorCodes } from './error-codes.ts'
import { faultOutcome } from './outcomes.ts'

const outcomeOf = (fault: { code?: string; decline_code?: string }, warnings: string[] = []) =>
  faultOutcome({ ...fault, message: 'Words of Stripe.' }, 'pi_1', (what, about) =>
    warnings.push(`${what}: ${Object.values(about).join(' ')}`),
  )

test('the codes of a provider at fault let another channel try, and no others but our own defects', () => {
  const unavailable = Object.keys(errorCodes).filter((code) => outcomeOf({ code }).kind === 'unavailable')
  const provider = Object.entries(errorCodes).flatMap(([code, meaning]) => (meaning === 'provider' ? [code] : []))
  expect(provider).toEqual([
    'account_invalid',
    'api_key_expired',
    'lock_timeout',
    'payment_method_unactivated',
    'platform_api_key_expired',
    'processing_error',
    'rate_limit',
  ])
  const ours = unavailable.filter((code) => !provider.includes(code))
  for (const code of ours) {
    const warnings: string[] = []
    outcomeOf({ code }, warnings)
    expect(warnings, code).toEqual([`Stripe refused our request: ${code} Words of Stripe.`])
  }
})

test.each(Object.entries(declineCodes))('the decline %s is the reason %s', (decline_code, reason) => {
  const outcome = { kind: 'declined', providerRef: 'pi_1', reason, providerText: 'Words of Stripe.' }
  expect(outcomeOf({ code: 'card_declined', decline_code })).toEqual(outcome)
})

test.each([
  [{ code: 'expired_card', decline_code: 'expired_card' }, 'INVALID_CARD_EXPIRED_ERROR'],
  [{ code: 'incorrect_cvc' }, 'INVALID_CARD_INFO_ERROR'],
  [{ code: 'payment_intent_authentication_failure' }, 'INVALID_CARD_3DS_ERROR'],
  [{ code: 'payment_method_customer_decline' }, 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR'],
  [{ code: 'payment_method_provider_decline' }, 'BANK_REFUSED_TRANSACTION'],
  [{ code: 'card_declined' }, 'INVALID_CARD_DECLINED_ERROR'],
  [{ code: 'card_declined', decline_code: 'processing_error' }, 'INVALID_CARD_PROCESSING_ERROR'],
])('%j is declined by the shopper or the bank: %s', (fault, reason) => {
  expect(outcomeOf(fault)).toMatchObject({ kind: 'declined', reason })
})

test.each([
  { code: 'brand_new_code' },
  { code: 'card_declined', decline_code: 'brand_new_code' },
  { code: 'toString' },
])('a code that no table has is a decline and is told: %j', (fault) => {
  const warnings: string[] = []
  expect(outcomeOf(fault, warnings)).toMatchObject({ kind: 'declined', reason: 'INVALID_CARD_DECLINED_ERROR' })
  expect(warnings).toHaveLength(1)
})

test('a payment that ran out of time has expired, and one that moved on is unknown', () => {
  expect(outcomeOf({ code: 'payment_intent_payment_attempt_expired' })).toEqual({
    kind: 'expired',
    providerRef: 'pi_1',
  })
  expect(outcomeOf({ code: 'payment_intent_unexpected_state' })).toMatchObject({ kind: 'unknown' })
})
