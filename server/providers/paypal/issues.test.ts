import { describe, expect, test } from 'vitest'
import { publishedIssues } from '#test/openapi/paypal.ts'
import type { Outcome } from '../provider.ts'
import type { Reply } from './http.ts'
import { meaningOf } from './issues.ts'
import { refusals } from './refusal.ts'

const published = publishedIssues()

test('every code that PayPal publishes for these operations has a row', () => {
  expect(published.length).toBeGreaterThan(150)
  expect(published.filter((issue) => meaningOf(issue) === undefined)).toEqual([])
})

describe('an answer that is no success', () => {
  const warned: object[] = []
  const refusal = refusals({ warn: (fields) => void warned.push(fields) })
  const told: string[] = []
  const of = (reply: Reply): Promise<Outcome> => {
    const note = (word: string) => async (text: string) => (told.push(`${word} ${text}`), { kind: 'absent' as const })
    return refusal(reply, { ref: 'ORDER', again: note('again'), look: note('look') })
  }
  const answer = (status: number, issue?: string, name = 'UNPROCESSABLE_ENTITY'): Reply => ({
    kind: 'answer',
    status,
    retryAfter: 0,
    json: { name, message: 'No.', details: issue === undefined ? [] : [{ issue, description: `words of ${issue}` }] },
  })

  test.each(published)('%s lets another channel try only where the fault is not the payer’s', async (issue) => {
    const meaning = meaningOf(issue)
    const { kind } = await of(answer(422, issue))
    const isFault = meaning === 'provider' || meaning === 'ours'
    const isState = meaning === 'again' || meaning === 'look'
    expect(kind).toBe(isFault ? 'unavailable' : isState ? 'absent' : 'declined')
  })

  test.each([
    ['PAYEE_ACCOUNT_LOCKED_OR_CLOSED', 'provider'],
    ['PAYEE_ACCOUNT_RESTRICTED', 'provider'],
    ['PERMISSION_DENIED', 'provider'],
    ['NOT_ENABLED_FOR_CARD_PROCESSING', 'provider'],
    ['CURRENCY_NOT_SUPPORTED_FOR_COUNTRY', 'provider'],
    ['INSTRUMENT_DECLINED', 'again'],
    ['ORDER_ALREADY_CAPTURED', 'look'],
    ['PAYER_CANNOT_PAY', 'BANK_REFUSED_TRANSACTION'],
    ['TRANSACTION_REFUSED', 'BANK_REFUSED_TRANSACTION'],
    ['TRANSACTION_LIMIT_EXCEEDED', 'EXCEEDED_MAX_LIMIT'],
    ['COMPLIANCE_VIOLATION', 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR'],
  ])('%s is %s', (issue, meaning) => {
    expect(meaningOf(issue)).toBe(meaning)
  })

  test.each([
    [{ kind: 'unsent', why: 'refused' } as const, 'unavailable'],
    [{ kind: 'unknown', why: 'reset' } as const, 'unknown'],
    [answer(401, undefined, 'AUTHENTICATION_FAILURE'), 'unavailable'],
    [answer(403, 'CONSENT_NEEDED'), 'unavailable'],
    [answer(429, undefined, 'RATE_LIMIT_REACHED'), 'unavailable'],
    [answer(400, 'A_NEW_FAULT_OF_FORM', 'INVALID_REQUEST'), 'unavailable'],
    [answer(500, undefined, 'INTERNAL_SERVER_ERROR'), 'unknown'],
    [answer(503, 'PAYER_CANNOT_PAY'), 'unknown'],
    [answer(200), 'unknown'],
    [answer(302), 'unknown'],
    [{ kind: 'answer', status: 422, retryAfter: 0, json: '<html>' } as const, 'unknown'],
    [{ kind: 'answer', status: 404, retryAfter: 0, json: undefined } as const, 'unknown'],
  ])('%j is %s', async (reply, kind) => {
    expect((await of(reply)).kind).toBe(kind)
  })

  test('a reason that is not listed is the generic decline, and is logged once', async () => {
    warned.length = 0
    const expected = { kind: 'declined', providerRef: 'ORDER', reason: 'BANK_REFUSED_TRANSACTION' }
    expect(await of(answer(422, 'A_NEW_REASON'))).toMatchObject(expected)
    expect(await of(answer(422, 'A_NEW_REASON'))).toMatchObject({ ...expected, providerText: 'words of A_NEW_REASON' })
    expect(warned).toEqual([{ issue: 'A_NEW_REASON', status: 422 }])
  })

  test('a fault of ours is logged with the field', async () => {
    warned.length = 0
    await of(answer(422, 'AMOUNT_MISMATCH'))
    expect(warned).toEqual([{ issue: 'AMOUNT_MISMATCH', field: undefined, status: 422 }])
  })
})
