import { describe, expect, test } from 'vitest'
import { codes, faultOfError, faultOfFailure } from './codes.ts'

const silent = () => undefined
const failure = (code: string) => faultOfFailure(code, silent)

describe('a failure of a payment', () => {
  test.each([
    ['INSUFFICIENT_BALANCE', 'FUNDS_LIMIT_ERROR'],
    ['INVALID_PAYMENT_DETAILS', 'INVALID_CARD_INFO_ERROR'],
    ['CARD_EXPIRED', 'INVALID_CARD_EXPIRED_ERROR'],
    ['EXPIRED_CARD', 'INVALID_CARD_EXPIRED_ERROR'],
    ['CARD_DECLINED', 'INVALID_CARD_DECLINED_ERROR'],
    ['STOLEN_CARD', 'INVALID_CARD_LOST_ERROR'],
    ['SUSPECTED_FRAUDULENT', 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR'],
    ['AUTHENTICATION_FAILED', 'INVALID_CARD_3DS_ERROR'],
    ['PAYMENT_AMOUNT_LIMITS_EXCEEDED', 'EXCEEDED_MAX_LIMIT'],
    ['USER_DECLINED_PAYMENT', 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR'],
    ['SERVER_ERROR', 'BANK_REFUSED_TRANSACTION'],
    ['PARTNER_TIMEOUT_ERROR', 'BANK_REFUSED_TRANSACTION'],
    ['ACCOUNT_ACCESS_BLOCKED', 'BANK_REFUSED_TRANSACTION'],
  ])('%s is %s', (code, reason) => {
    expect(failure(code)).toEqual({ side: 'declined', reason })
  })

  test.each([
    'CHANNEL_NOT_ACTIVATED',
    'CHANNEL_UNAVAILABLE',
    'TEMPORARILY_UNAVAILABLE',
    'PAYMENT_REQUEST_RATE_LIMITED',
  ])('%s is the provider’s fault', (code) => {
    expect(failure(code)).toEqual({ side: 'provider' })
    for (const status of [400, 403, 429, 500, 503])
      expect(faultOfError(status, code, silent)).toEqual({ side: 'provider' })
  })

  test('a code without a row is a plain decline, and is reported', () => {
    const reported: string[] = []
    expect(faultOfFailure('NEW_IN_2027', (code) => reported.push(code))).toEqual({
      side: 'declined',
      reason: 'BANK_REFUSED_TRANSACTION',
    })
    expect(reported).toEqual(['NEW_IN_2027'])
    for (const trap of ['constructor', '__proto__', 'toString', ''])
      expect(failure(trap)).toEqual({ side: 'declined', reason: 'BANK_REFUSED_TRANSACTION' })
  })
})

describe('an error of a request', () => {
  test.each([401, 403, 429])('%i without a known code is the provider’s fault: nothing was taken', (status) => {
    for (const code of ['', 'NEW_IN_2027']) expect(faultOfError(status, code, silent)).toEqual({ side: 'provider' })
  })

  test.each([500, 502, 503, 504])('%i may hide an effect, whatever its code says of the shopper', (status) => {
    for (const code of ['', 'NEW_IN_2027', 'SERVER_ERROR', 'INSUFFICIENT_BALANCE', 'API_VALIDATION_ERROR'])
      expect(faultOfError(status, code, silent)).toEqual({ side: 'unsure' })
  })

  test('that it does not understand us is a defect of ours', () => {
    for (const code of ['API_VALIDATION_ERROR', 'INVALID_VALUE_ERROR', 'UNSUPPORTED_CURRENCY'])
      expect(faultOfError(400, code, silent)).toEqual({ side: 'ours' })
  })

  test('a conflict, an object that is not there and a body without a code prove nothing', () => {
    expect(faultOfError(409, 'DUPLICATE_ERROR', silent)).toEqual({ side: 'unsure' })
    expect(faultOfError(409, '', silent)).toEqual({ side: 'unsure' })
    expect(faultOfError(404, 'DATA_NOT_FOUND', silent)).toEqual({ side: 'unsure' })
    expect(faultOfError(400, '', silent)).toEqual({ side: 'unsure' })
    expect(faultOfError(302, '', silent)).toEqual({ side: 'unsure' })
  })

  test('another code of a refusal is a plain decline, never a reason to try elsewhere', () => {
    expect(faultOfError(400, 'NEW_IN_2027', silent)).toEqual({ side: 'declined', reason: 'BANK_REFUSED_TRANSACTION' })
  })
})

test('every code is written as Xendit writes codes', () => {
  for (const code of Object.keys(codes)) expect(code).toMatch(/^[A-Z0-9]+(_[A-Z0-9]+)*$/)
})
