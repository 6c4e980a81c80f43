import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { keepAnswer, type Told } from '#server/recon-records/fixtures.ts'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let ada: TestSession
/** A match that differs by 1.00, a payment and a line that nothing matches, and one in another currency. */
const told: Told[] = [
  { key: 'a1', side: 'a', status: 'amount_mismatch', group: 'g1', is_lead: true, amount_off: '-1', gross: '10' },
  { key: 'b1', side: 'b', status: 'amount_mismatch', group: 'g1', is_lead: false, gross: '9' },
  { key: 'a2', side: 'a', status: 'missing_in_settlement', gross: '0.1' },
  { key: 'b2', side: 'b', is_lead: true, status: 'missing_in_transactions', gross: '0.2' },
  { key: 'a3', side: 'a', status: 'missing_in_settlement', gross: '1500', currency: 'JPY' },
]
beforeAll(async () => {
  testApp = await openTestApp()
  const { merchantId, ...merchant } = await testApp.addMerchant()
  ada = await testApp.signIn({ merchantId, ...merchant })
  await testApp.signIn({ merchantId, ...merchant }, { roles: ['recon-admin'] })
  const { database, services } = testApp.serveParts
  const owner = { merchantId, environment: 'sandbox' as const }
  await ownTransaction({ database, services, now: () => new Date() }, owner, { requestId: 'test' }, (ctx) =>
    keepAnswer(ctx, {}, told),
  )
})
afterAll(() => testApp.close())
const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await testApp.call(ada, 'POST', `/api/recon/${path}`, body, { 'idempotency-key': randomUUID() })
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.body['data'] ?? answer.body.content) as T
}

it('exceptions are summed by currency, all of them or those that a filter finds', async () => {
  expect(await post('exceptions/sums', {})).toEqual([
    { currency: 'JPY', count: 1, amount: '1500', difference: '0' },
    { currency: 'SGD', count: 3, amount: '10.3', difference: '-1' },
  ])
  expect(await post('exceptions/sums', { filters: { status: 'amount_mismatch' } })).toEqual([
    { currency: 'SGD', count: 1, amount: '10', difference: '-1' },
  ])
})

it('an exception says whether the next run or a second person has the word, and so does its evidence', async () => {
  await post('exceptions/act', { act: 'not_ours', record_refs: ['1.b.b2'] })
  await post('exceptions/act', { act: 'accept', record_refs: ['1.a.a1'] })
  const rows = await post<{ record_ref: string; waits_for: string }[]>('exceptions/list', {})
  const waits = Object.fromEntries(rows.map(({ record_ref: ref, waits_for }) => [ref, waits_for]))
  expect(waits).toEqual({ '1.a.a1': 'approval', '1.a.a2': '', '1.a.a3': '', '1.b.b2': 'run' })
  const { body } = await testApp.call(ada, 'GET', '/api/recon/exceptions/1.a.a1')
  expect(body['data']).toMatchObject({
    waits_for: 'approval',
    proposals: [{ act: 'accept' }],
    record: { status: 'amount_mismatch', members: [{}, {}] },
  })
})

it('a proposal says to whom it belongs', async () => {
  expect(await post('proposals/list', {})).toMatchObject([{ act: 'accept', is_own: true }])
})
