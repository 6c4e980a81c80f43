import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { createLog } from '#server/kit/process/log.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { linkBody } from './link-body.ts'
import { seedObjects } from './objects.ts'
import { addressOf, requestOf } from './request.ts'
import { fieldsOf } from './sample.ts'

/** Every call, with a secret in every place that a request has: no line of the log may hold one. */
let testApp: TestApp
let logged = ''
const to = new Writable({ write: (chunk: Buffer, _encoding, done) => ((logged += chunk.toString()), done()) })
beforeAll(async () => {
  testApp = await openTestApp({ TRUST_PROXY: '127.0.0.1' }, { log: createLog({ level: 'debug', role: 'api' }, to) })
})
afterAll(() => testApp.close())

const canary = () => `Canary${randomBytes(12).toString('hex')}`
const card = '4242424242424242'

it('logs one line a request, with its id, call, status, time and merchant, and no secret wherever it was sent', async () => {
  const merchant = await testApp.addMerchant()
  let session = await testApp.signIn(merchant)
  const objects = await seedObjects(testApp, merchant, 'Own Shop')
  const canaries = [card, merchant.secret]
  const secret = () => {
    const one = canary()
    canaries.push(one)
    return one
  }
  let requests = 0
  for (const { name, call } of allCalls()) {
    // A call before may have ended it.
    session = await testApp.signIn(merchant)
    canaries.push(session.token, session.signingKey)
    const asked = requestOf(call, { merchant, objects })
    const fields = Object.keys(fieldsOf(call.body))
    const bodies: unknown[] = [asked.body, ...fields.map((field) => ({ ...asked.body, [field]: secret() }))]
    bodies.push(Object.fromEntries(fields.map((field) => [field, secret()])), `{"${secret()}": ${secret()}`)
    for (const field of fields.slice(0, 3)) bodies.push({ ...asked.body, [field]: card })
    const addresses = [
      addressOf(call, asked.path),
      ...call.paramNames.map((param) => addressOf(call, { ...asked.path, [param]: secret() })),
    ]
    for (const [index, address] of addresses.entries())
      for (const body of index === 0 ? bodies : [asked.body]) {
        requests += 1
        const id = `proxy-${String(requests).padStart(8, '0')}`
        const answer = await testApp.call(
          requests % 3 === 0 ? null : session,
          call.method,
          requests % 2 === 0 ? `${address}?${secret()}=${secret()}` : address,
          body,
          {
            ...(requests % 3 === 0 && { authorization: `Bearer ${secret()}` }),
            cookie: `__Host-countinghouse=${secret()}`,
            'user-agent': secret(),
            'idempotency-key': secret(),
            'x-request-id': id,
          },
        )
        expect(answer.headers['x-request-id'], name).toBe(id)
        if (answer.status >= 400) expect(answer.body['request_id']).toBe(id)
      }
  }
  requests += 1
  await testApp.call(await testApp.signIn(merchant), 'GET', '/api/account/session')
  await testApp.app.inject({ url: `/pay/${secret()}`, headers: { cookie: secret() } })
  await testApp.app.inject({ url: `/${secret()}` })

  const lines = logged
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const told = lines.filter(({ msg }) => msg === 'request')
  expect(told.length).toBe(requests + 2)
  expect(new Set(told.map(({ request_id }) => request_id)).size).toBe(requests + 2)
  expect(
    told.findLast(
      ({ call, status, merchant_id }) =>
        call === 'readSession' && status === 200 && merchant_id === merchant.merchantId,
    ),
  ).toMatchObject({
    merchant_id: merchant.merchantId,
    ms: expect.any(Number) as number,
  })
  expect(canaries.filter((one) => logged.includes(one))).toEqual([])
}, 60_000)

it('a job’s lines and the calls that it makes carry the id of the request that it goes back to', async () => {
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  const asked = { 'x-request-id': 'proxy-of-the-link' }
  const answer = await testApp.call(session, 'POST', '/merchants/paymentLink', linkBody(session, 'A link'), asked)
  expect(answer.status, answer.text).toBe(200)
  const jobs = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ id: string }>(`select data->>'requestId' as id from pgboss.job where data->>'merchantId' = $1`, [
      merchant.merchantId,
    ]),
  )
  expect(jobs).toEqual([{ id: 'proxy-of-the-link' }])
})
