import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkBody } from '#test/link-body.ts'
import { openHouse, type TestHouse, type TestSession } from '#test/house.ts'

let house: TestHouse
let session: TestSession
/** Somebody else, in the middle of a transaction. */
let other: Client
beforeAll(async () => {
  house = await openHouse()
  session = await house.signIn(await house.addMerchant())
  other = new Client({ connectionString: house.parts.ownerUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await house.close()
})

const create = (key: string) =>
  house.call(session, 'POST', '/merchants/paymentLink', linkBody(session, 'A link'), { 'idempotency-key': key })

it('a key that another request is working on for longer than one waits is in progress', async () => {
  await other.query('begin')
  await other.query(
    `insert into idempotency_keys (merchant_id, environment, owner, key, operation, fingerprint, created_at)
     values ($1, 'sandbox', $2, 'held', 'createPaymentLink', '', now())`,
    [session.merchant.merchantId, session.subUserId],
  )
  const answer = await create('held')
  expect([answer.status, answer.body['status_reason']]).toEqual([409, 'REQUEST_IN_PROGRESS'])
  await other.query('rollback')
  expect((await create('held')).status).toBe(200)
})

it('a row that is held for longer than one waits makes the service busy, which is not the same', async () => {
  const made = await create('for-the-row')
  const { link_ref } = made.body.content as unknown as { link_ref: string }
  await other.query('begin')
  await other.query('select from payment_links where link_ref = $1 for update', [link_ref])
  const cancel = () => house.call(session, 'PUT', `/api/paymentLink/${link_ref}/status/cancelled`)
  const answer = await cancel()
  expect([answer.status, answer.body['status_reason']]).toEqual([503, 'TEMPORARILY_UNAVAILABLE'])
  expect(answer.headers['retry-after']).toBe('1')
  await other.query('rollback')
  expect((await cancel()).status).toBe(200)
})
