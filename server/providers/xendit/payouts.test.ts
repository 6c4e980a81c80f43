import { describe, expect, test } from 'vitest'
import type { Ask, Reply } from './http.ts'
import { payoutByReference } from './payout-answers.ts'
import { xenditPayouts } from './payouts.ts'

/** The adapter's payouts against an answer that a test writes. */
const signal = AbortSignal.timeout(5_000)
const answer = (status: number, json: unknown): Reply => {
  const { error_code: code = '', message = '' } = json as { error_code?: string; message?: string }
  return { kind: 'answer', status, json, code, message }
}
const saying =
  (reply: Reply): Ask =>
  async () =>
    reply
const given = (fields: object) => ({
  id: 'disb-1',
  reference_id: 'P-1',
  status: 'ACCEPTED',
  amount: 50_000,
  currency: 'IDR',
  ...fields,
})
const of = { amountMinor: 5_000_000n, currency: 'IDR' } as const
const standing = (...list: object[]) =>
  payoutByReference(saying(answer(200, { data: list.map(given), has_more: false })), { key: 'P-1', of }, signal)
const failed = (reason: string, providerText: string) => ({
  kind: 'failed',
  providerRef: 'disb-1',
  reason,
  providerText,
})

describe('how a payout stands', () => {
  test.each(['ACCEPTED', 'REQUESTED', 'PENDING_COMPLIANCE_ASSESSMENT'])('%s is pending', async (status) => {
    expect(await standing({ status })).toEqual({ kind: 'pending', providerRef: 'disb-1' })
  })

  test('SUCCEEDED is paid, and REVERSED is the whole amount returned', async () => {
    expect(await standing({ status: 'SUCCEEDED' })).toEqual({ kind: 'paid', providerRef: 'disb-1' })
    expect(await standing({ status: 'REVERSED', failure_code: 'INVALID_DESTINATION' })).toEqual({
      kind: 'returned',
      providerRef: 'disb-1',
      returnedMinor: 5_000_000n,
      reason: 'INVALID_ACCOUNT',
      providerText: 'INVALID_DESTINATION',
    })
  })

  test.each([
    ['FAILED', 'INSUFFICIENT_BALANCE', 'PROVIDER_FUNDS'],
    ['FAILED', 'INVALID_DESTINATION', 'INVALID_ACCOUNT'],
    ['FAILED', 'REJECTED_BY_BANK', 'BANK_REFUSED'],
    ['FAILED', 'NEW_IN_2027', 'OTHER'],
    ['FAILED', 'constructor', 'OTHER'],
    ['COMPLIANCE_REJECTED', 'SANCTIONED', 'COMPLIANCE'],
    ['CANCELLED', 'BY_MERCHANT', 'OTHER'],
  ])('%s with %s is failed: %s', async (status, failure_code, reason) => {
    expect(await standing({ status, failure_code })).toEqual(failed(reason, failure_code))
  })

  test('is that of the one that paid, of several with our reference, and none of another', async () => {
    const paid = await standing({ status: 'FAILED' }, { id: 'disb-2', status: 'SUCCEEDED' })
    expect(paid).toEqual({ kind: 'paid', providerRef: 'disb-2' })
    expect(await standing({ reference_id: 'P-2', status: 'SUCCEEDED' })).toEqual({ kind: 'absent' })
  })

  test('is not known by an error, by another form, or by a status that is new', async () => {
    for (const reply of [answer(500, {}), answer(404, { error_code: 'DATA_NOT_FOUND' }), answer(200, {})])
      expect(await payoutByReference(saying(reply), { key: 'P-1' }, signal)).toMatchObject({ kind: 'unknown' })
    expect(await standing({ status: 'EXPIRED' })).toMatchObject({ kind: 'unknown' })
    for (const other of [{ amount: 50_001 }, { currency: 'VND' }])
      expect(await standing({ status: 'SUCCEEDED', ...other })).toMatchObject({ kind: 'unknown' })
  })
})

describe('a payout that is asked for', () => {
  const warned: unknown[] = []
  const payoutsBy = (reply: Reply, asked: unknown[] = []) =>
    xenditPayouts({
      ask: async (question) => {
        asked.push(question)
        return reply
      },
      now: () => new Date(),
      underWayMs: 60_000,
      report: () => {},
      warn: (facts) => warned.push(facts),
    })
  const request = {
    key: 'P-1',
    accountNo: 'XENDIT-PHP',
    amountMinor: 12_345n,
    currency: 'PHP',
    to: {
      type: 'BANK',
      country: 'PH',
      holder: 'Ada',
      number: '09171234567',
      bankCode: '',
      bankName: '',
      fields: { swift: 'GXCHPHM2XXX' },
    },
    remarks: 'May',
    purpose: '',
    feePayer: 'SENDER',
    callbackUrl: '',
  } as const

  test('names the wallet by its code, and its key', async () => {
    const asked: unknown[] = []
    const taken = given({ amount: 123.45, currency: 'PHP' })
    expect(await payoutsBy(answer(200, taken), asked).pay(request, signal)).toMatchObject({ kind: 'pending' })
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/v2/payouts',
        idempotencyKey: 'P-1',
        body: {
          reference_id: 'P-1',
          channel_code: 'PH_GCASH',
          channel_properties: { account_number: '09171234567', account_holder_name: 'Ada' },
          amount: 123.45,
          currency: 'PHP',
          description: 'May',
        },
      },
    ])
  })

  test.each([
    [400, 'CHANNEL_CODE_NOT_SUPPORTED_ERROR', { kind: 'failed', reason: 'UNSUPPORTED_BANK' }],
    [400, 'MAXIMUM_TRANSFER_LIMIT_ERROR', { kind: 'failed', reason: 'LIMIT_EXCEEDED' }],
    [400, 'API_VALIDATION_ERROR', { kind: 'failed', reason: 'OTHER' }],
    [401, 'INVALID_API_KEY', { kind: 'unavailable' }],
    [403, 'REQUEST_FORBIDDEN_ERROR', { kind: 'unavailable' }],
    [400, 'DUPLICATE_TRANSACTION_ERROR', { kind: 'unknown' }],
    [409, 'IDEMPOTENCY_ERROR', { kind: 'unknown' }],
    [400, '', { kind: 'unknown' }],
    [500, 'SERVER_ERROR', { kind: 'unknown' }],
    [503, 'INVALID_DESTINATION', { kind: 'unknown' }],
  ])('and refused by %i %s is failed only where it was certainly not taken', async (status, error_code, outcome) => {
    expect(await payoutsBy(answer(status, { error_code })).pay(request, signal)).toMatchObject(outcome)
  })

  test('to a bank without a code there is not sent', async () => {
    const asked: unknown[] = []
    const elsewhere = { ...request, to: { ...request.to, fields: { swift: 'NOWHPHMM' } } }
    expect(await payoutsBy(answer(200, given({})), asked).pay(elsewhere, signal)).toMatchObject({
      kind: 'failed',
      reason: 'UNSUPPORTED_BANK',
    })
    expect(asked).toEqual([])
  })

  test('and is not there yet is absent only once its request cannot be under way any more', async () => {
    const { key, accountNo, amountMinor, currency } = request
    const status = (agoMs: number) =>
      payoutsBy(answer(200, { data: [] })).status(
        { key, accountNo, amountMinor, currency, providerRef: '', firstAskedAt: new Date(Date.now() - agoMs) },
        signal,
      )
    expect(await status(1_000)).toMatchObject({ kind: 'unknown' })
    expect(await status(120_000)).toEqual({ kind: 'absent' })
  })
})
