import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { linkBody } from '#test/link-body.ts'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'
import { keyLock } from './idempotency.ts'

let testApp: TestApp
let session: TestSession
/** Another client in the middle of a transaction. */
let other: Client
beforeAll(async () => {
  testApp = await openTestApp()
  session = await testApp.signIn(await testApp.addMerchant())
  other = new Client({ connectionString: testApp.parts.ownerUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await testApp.close()
})

const create = (key: string) =>
  testApp.call(session, 'POST', '/merchants/paymentLink', linkBody(session, 'A link'), { 'idempotency-key': key })

it('a key is in progress while another request with it runs for longer than the lock time-out', async () => {
  await other.query('begin')
  const { merchantId } = session.merchant
  const lock = keyLock({ merchant_id: merchantId, environment: 'sandbox', owner: session.subUserId, key: 'held' })
  await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock])
  const answer = await create('held')
  expect([answer.status, answer.body['status_reason']]).toEqual([409, 'REQUEST_IN_PROGRESS'])
  await other.query('rollback')
  expect((await create('held')).status).toBe(200)
})

it('a key that is kept beside one’s own work undoes that work', async () => {
  const links = async () => Number((await other.query('select count(*) from payment_links')).rows[0]?.count)
  const before = await links()
  await other.query('begin')
  await other.query(
    `insert into idempotency_keys (merchant_id, environment, owner, key, operation, fingerprint, status, answer, created_at)
     values ($1, 'sandbox', $2, 'beside', 'createPaymentLink', '', 200, '{}', now())`,
    [session.merchant.merchantId, session.subUserId],
  )
  const asked = create('beside')
  await vi.waitFor(async () => {
    const waiting = await other.query(`select from pg_locks where not granted and locktype = 'transactionid'`)
    expect(waiting.rowCount).toBe(1)
  })
  await other.query('commit')
  expect((await asked).body['status_reason']).toBe('REQUEST_IN_PROGRESS')
  expect((await create('beside')).body['status_reason']).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await links()).toBe(before)
})

it('a row locked for longer than the lock time-out makes the service unavailable', async () => {
  const made = await create('for-the-row')
  const { link_ref } = made.body.content as unknown as { link_ref: string }
  await other.query('begin')
  await other.query('select from payment_links where link_ref = $1 for update', [link_ref])
  const cancel = () => testApp.call(session, 'PUT', `/api/paymentLink/${link_ref}/status/cancelled`)
  const answer = await cancel()
  expect([answer.status, answer.body['status_reason']]).toEqual([503, 'TEMPORARILY_UNAVAILABLE'])
  expect(answer.headers['retry-after']).toBe('1')
  await other.query('rollback')
  expect((await cancel()).status).toBe(200)
})
