import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiCall } from '#contract/api-log.ts'
import type { Integration } from '#contract/integration.ts'
import { createPaymentLink } from '#contract/payment-links.ts'
import { faults } from '#contract/faults.ts'
import { createApp } from '#server/app.ts'
import { newKey, withKey } from '#server/server-keys/fixtures.ts'
import { forgetApiCalls } from './jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { hmacBase64 } from '#server/kit/auth/signature.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { signedBody } from '#test/request.ts'
import { runJobs } from '#test/run-jobs.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
/** A node whose log is written whole when it is closed. */
let node: Awaited<ReturnType<typeof createApp>>
let onNode: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ EGRESS_ADDRESSES: '203.0.113.9' })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
  node = await createApp(testApp.parts, { rateFactor: 10_000 })
  onNode = { ...testApp, app: node.app }
})

let orders = 0
const body = () => ({ chaipay_key: merchant.key, environment: 'sandbox', amount: 12.5, currency: 'SGD', merchant_order_id: `LOG-${++orders}` }) // prettier-ignore
const signed = (secret = merchant.secret) => signedBody(createPaymentLink, body(), { key: secret, about: merchant.key })
const withToken = async (payload: object) =>
  withKey(onNode, await merchantToken(merchant), ['POST', '/merchants/paymentLink', payload])
const list = async (asked: object = {}, session = admin) => {
  const answer = await testApp.call(session, 'POST', `/api/merchants/${session.merchant.key}/api-calls`, asked)
  return answer.body as unknown as { content: ApiCall[]; next_cursor: string | null; total_elements: number }
}
const integration = async () =>
  (await testApp.call(admin, 'GET', `/api/merchants/${merchant.key}/integration`)).body
    .content as unknown as Integration

describe('the API log', () => {
  it('has each call of a server with its credential, reason and size, and no values', async () => {
    const key = await newKey(testApp, admin, { scopes: ['links:read'] })
    const made = await withToken(signed())
    const { link_ref: ref } = made.body.content as unknown as { link_ref: string }
    await withKey(onNode, key.server_key, ['GET', `/merchants/${merchant.key}/paymentLink/${ref}`], '198.51.100.3')
    await withKey(onNode, key.server_key, ['POST', '/merchants/paymentLink', body()])
    await testApp.call(admin, 'GET', `/merchants/${merchant.key}/paymentLink/${ref}`)
    await node.close()
    const { content } = await list()
    expect(content.map(({ method, route, status, outcome, reason, credential }) => ({ method, route, status, outcome, reason, credential }))).toEqual([
      { method: 'POST', route: '/merchants/paymentLink', status: 403, outcome: 'refused', reason: faults.scopeMissing.reason, credential: key.name },
      { method: 'GET', route: '/merchants/{key}/paymentLink/{ref}', status: 200, outcome: 'done', reason: 'SUCCESS', credential: key.name },
      { method: 'POST', route: '/merchants/paymentLink', status: 200, outcome: 'done', reason: 'SUCCESS', credential: '' },
    ]) // prettier-ignore
    expect(content[1]).toMatchObject({ address: '198.51.100.3' })
    for (const { request_id: id, answer_bytes: bytes } of content)
      expect([id.length > 8, bytes > 40]).toEqual([true, true])
    expect(JSON.stringify(content)).not.toContain(ref)
    const [shown] = (await testApp.call(admin, 'GET', `/api/merchants/${merchant.key}/server-keys`)).body.content as unknown as { last_used_at: string; last_used_from: string }[] // prettier-ignore
    expect(shown).toMatchObject({
      last_used_at: expect.stringMatching(/:00$/) as string,
      last_used_from: '203.0.113.7',
    })
  })

  it('has the calls by an auth token and by a signature alone, and none by a signature that is wrong', async () => {
    const secrets = { portone_key: merchant.key, portone_secret: merchant.secret }
    const given = await testApp.call(null, 'POST', '/api/merchant/auth-token', secrets)
    const { token } = given.body.content as unknown as { token: string }
    await withKey(onNode, token, ['POST', `/api/merchant/${merchant.key}/fetch-all-payments`, {}])
    const initiate = (secret?: string) => ({
      method: 'POST' as const,
      url: '/gateway/api/initiatePayment',
      payload: { ...signed(secret), pmt_channel: 'SIMULATOR' },
    })
    for (const [secret, status] of [
      ['wrong', 401],
      [merchant.secret, 400],
    ] as const)
      expect((await onNode.app.inject(initiate(secret))).statusCode).toBe(status)
    await node.close()
    const { content } = await list()
    expect(content.map(({ route, status, credential }) => ({ route, status, credential }))).toEqual([
      { route: '/api/initiatePayment', status: 400, credential: '' },
      { route: '/api/merchant/{key}/fetch-all-payments', status: 200, credential: '' },
    ])
    expect(JSON.stringify(content)).not.toContain(token)
  })

  it('tells the merchant why a key is refused, and nobody else', async () => {
    const key = await newKey(testApp, admin, { networks: ['198.51.100.0/24'] })
    const asked = ['POST', '/merchants/paymentLink', body()] as const
    const elsewhere = await withKey(onNode, key.server_key, asked)
    await testApp.call(admin, 'POST', `/api/merchants/${merchant.key}/server-keys/${key.key_id}/revoke`)
    const over = await withKey(onNode, key.server_key, asked, '198.51.100.1')
    for (const { status, reason } of [elsewhere, over]) expect({ status, reason }).toEqual({ status: 401, reason: faults.serverTokenInvalid.reason }) // prettier-ignore
    await withKey(onNode, `${key.server_key.slice(0, -1)}?`, asked)
    await node.close()
    expect((await list()).content.map(({ reason }) => reason)).toEqual(['SERVER_KEY_ENDED', 'SERVER_KEY_NETWORK'])
  })

  it('is of one merchant and mode, filtered by any of it, and paged by key', async () => {
    const { server_key: key, name } = await newKey(testApp, admin)
    for (let count = 0; count < 7; count += 1) await withKey(onNode, key, ['POST', '/merchants/paymentLink', body()])
    await withToken({ ...signed(), signature_hash: 'wrong' })
    await node.close()
    const all = (await list({ pagesize: 100 })).content
    expect(all).toHaveLength(8)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ pagesize: 3, ...(cursor && { cursor }) })
      seen.push(...page.content.map(({ call_id }) => call_id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(all.map(({ call_id }) => call_id))
    const bad = all.find(({ status }) => status === 400)
    const filters: [object, number][] = [
      [{ outcome: 'done' }, 7],
      [{ outcome: ['refused', 'failed'] }, 1],
      [{ method: 'GET' }, 0],
      [{ route: '/merchants/paymentLink' }, 8],
      [{ reason: faults.invalidSignature.reason }, 1],
      [{ credential: name }, 7],
      [{ address: '203.0.113.7' }, 8],
      [{ request_id: bad?.request_id }, 1],
      [{ at: { from: '2020-01-01 00:00:00', to: '2020-01-02 00:00:00' } }, 0],
    ]
    for (const [filter, rows] of filters)
      expect({ filter, rows: (await list({ filters: filter })).content.length }).toEqual({ filter, rows })
    expect((await list({ search: bad?.request_id })).content).toHaveLength(1)
    const stranger = await testApp.signIn(await testApp.addMerchant())
    expect((await list({}, stranger)).content).toEqual([])
    expect((await list({}, await testApp.signIn(merchant, { environment: 'live' }))).content).toEqual([])
  })

  it('forgets a call after seven days, in pieces', async () => {
    await withToken(signed())
    await node.close()
    const sql = (text: string) => testApp.owner.transaction(null, (tx) => tx.query(text, [merchant.merchantId]))
    await sql(
      `insert into api_calls select merchant_id, environment, gen_random_uuid()::text, now() - interval '7 days 1 minute', method, route, status, reason,
         duration_ms, answer_bytes, request_id, credential, address from api_calls, generate_series(1, 2500) where merchant_id = $1`,
    )
    await sweepJobs(
      { declared: [forgetApiCalls], ...testApp.serveParts },
      { merchantId: merchant.merchantId, environment: 'sandbox' },
    )
    await runJobs(testApp, { names: [forgetApiCalls.name] })
    expect((await list({ pagesize: 100 })).content).toHaveLength(1)
  })

  it('is behind the answer: a log that cannot be written makes no call fail', async () => {
    await testApp.owner.transaction(null, (tx) => tx.query('alter table api_calls rename to api_calls_away', []))
    try {
      expect((await withToken(signed())).status).toBe(200)
      await node.close()
    } finally {
      await testApp.owner.transaction(null, (tx) => tx.query('alter table api_calls_away rename to api_calls', []))
    }
    expect((await list()).content).toEqual([])
  })
})

describe('the checklist', () => {
  it('has the first call that was written, after a batch that could not be', async () => {
    let failed = () => {}
    const dropped = new Promise<void>((resolve) => (failed = resolve))
    const write = (line: string) => void (line.includes('were not written to the API log') && failed())
    const other = await createApp({ ...testApp.parts, log: pino({ level: 'warn' }, { write }) }, { rateFactor: 10_000 })
    const onOther: TestApp = { ...testApp, app: other.app }
    const { server_key: key } = await newKey(testApp, admin)
    const call = () => withKey(onOther, key, ['POST', '/merchants/paymentLink', body()])
    await testApp.owner.transaction(null, (tx) => tx.query('alter table api_calls rename to api_calls_away', []))
    try {
      await call()
      await dropped
    } finally {
      await testApp.owner.transaction(null, (tx) => tx.query('alter table api_calls_away rename to api_calls', []))
    }
    expect((await integration()).checklist.first_call).toBeNull()
    await call()
    await other.close()
    expect((await integration()).checklist.first_call).toMatchObject({ route: '/merchants/paymentLink' })
    const [used] = (await testApp.call(admin, 'GET', `/api/merchants/${merchant.key}/server-keys`)).body.content as unknown as { last_used_at: string | null }[] // prettier-ignore
    expect(used?.last_used_at).not.toBeNull()
  })

  it('knows the first call and link, and the last signature that did not match and why', async () => {
    expect((await integration()).checklist).toEqual({ first_call: null, first_signed_link: null, last_delivery: null, last_bad_signature: null }) // prettier-ignore
    const wrong = signed()
    const { signature_hash: right } = wrong as unknown as { signature_hash: string }
    const inHex = { ...wrong, signature_hash: Buffer.from(right, 'base64').toString('hex') }
    await withToken({ ...signed(), signature_hash: hmacBase64('something else', merchant.secret) })
    await withToken(inHex)
    await withToken(signed())
    await withToken(signed())
    await node.close()
    const { checklist, ...about } = await integration()
    expect(checklist).toMatchObject({
      first_call: { route: '/merchants/paymentLink' },
      first_signed_link: { route: '/merchants/paymentLink' },
      last_bad_signature: { why: 'hex' },
    })
    expect(about).toMatchObject({
      merchant_key: merchant.key,
      environment: 'sandbox',
      egress_addresses: ['203.0.113.9'],
      limits: { server_keys: { most: 50, left: 50 }, webhooks: { most: 20, left: 20 } },
    })
  })
})
