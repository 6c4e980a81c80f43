import { afterAll, beforeAll, expect, test } from 'vitest'
import { payment, type TestSimulator, openSimulator } from './fixtures.ts'

let simulator: TestSimulator
let now = new Date('2030-06-15T12:00:00Z')
const signal = AbortSignal.timeout(60_000)
beforeAll(async () => {
  simulator = await openSimulator({ now: () => now })
})
afterAll(() => simulator.close())

test('a card becomes a token with brand and mask, for a page of any origin', async () => {
  const { status, json, headers } = await simulator.submitCard({
    number: '4242 4242 4242 4242',
    exp_month: 6,
    exp_year: 2030,
  })
  expect(status).toBe(201)
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(json).toEqual({
    token: expect.stringMatching(/^tok_[\w-]{32}$/) as string,
    brand: 'visa',
    masked: '424242******4242',
    expires_at: '2030-06-15T12:15:00.000Z',
  })
})

test('a browser is told beforehand that it may send a card', async () => {
  const answer = await fetch(`${simulator.url}/v1/tokens`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
})

test.each([
  [{ number: '' }, 'number_missing', 'number'],
  [{ number: '4242424242424241' }, 'number_invalid', 'number'],
  [{ number: '4242x42424242424' }, 'number_invalid', 'number'],
  [{ number: '6011111111111117' }, 'brand_unsupported', 'number'],
  [{ number: '4539578763621486' }, 'number_not_a_test_card', 'number'],
  [{ exp_month: '13' }, 'month_invalid', 'exp_month'],
  [{ exp_month: '' }, 'month_invalid', 'exp_month'],
  [{ exp_year: '2061' }, 'year_invalid', 'exp_year'],
  [{ exp_month: '5', exp_year: '30' }, 'card_expired', 'exp_year'],
  [{ cvc: '12' }, 'cvc_invalid', 'cvc'],
  [{ cvc: '12a' }, 'cvc_invalid', 'cvc'],
  [{ number: '378282246310005', cvc: '123' }, 'cvc_invalid', 'cvc'],
  [{ holder: '  ' }, 'holder_missing', 'holder'],
  [{ holder: 7 }, 'request_invalid', 'holder'],
  [{ pin: '0000' }, 'request_invalid', undefined],
])('a form with %o is refused as %s, naming the field', async (form, code, field) => {
  const { status, json, headers } = await simulator.submitCard(form)
  expect(status).toBe(400)
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(json).toMatchObject({ error: { code, message: expect.any(String) as string } })
  expect((json as { error: { field?: string } }).error.field).toBe(field)
})

test('another publishable key is refused', async () => {
  const { status, json } = await simulator.submitCard({ publishable_key: 'pk_other' })
  expect(status).toBe(401)
  expect(json).toMatchObject({ error: { code: 'publishable_key_invalid' } })
})

test('a token pays once; a second payment with it is declined', async () => {
  const token = await simulator.token('4242424242424242')
  expect(await simulator.provider.authorise(payment({ key: 'token-1', token }), signal)).toMatchObject({
    kind: 'captured',
  })
  expect(await simulator.provider.authorise(payment({ key: 'token-2', token }), signal)).toMatchObject({
    kind: 'declined',
    reason: 'INVALID_CARD_INFO_ERROR',
  })
})

test('a token works for 15 minutes, over a restart, and not longer', async () => {
  const [early, late] = [await simulator.token('4242424242424242'), await simulator.token('4242424242424242')]
  await simulator.restart()
  now = new Date(now.getTime() + 15 * 60_000 - 1)
  expect(await simulator.provider.authorise(payment({ key: 'early', token: early }), signal)).toMatchObject({
    kind: 'captured',
  })
  now = new Date(now.getTime() + 1)
  expect(await simulator.provider.authorise(payment({ key: 'late', token: late }), signal)).toMatchObject({
    kind: 'declined',
  })
})
