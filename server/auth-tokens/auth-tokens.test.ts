import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateSignature } from '#contract/auth-tokens.ts'
import { faults } from '#contract/faults.ts'
import { keyScopes } from '#contract/kit/key-scopes.ts'
import { limits } from '#contract/limits.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { newKey } from '#server/server-keys/fixtures.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
afterAll(() => testApp.close())

const ask = (body: object) => testApp.call(null, 'POST', '/api/merchant/auth-token', body)
const tokenOf = async (of = merchant): Promise<string> => {
  const answer = await ask({ portone_key: of.key, portone_secret: of.secret })
  expect(answer.status, answer.text).toBe(200)
  return (answer.body.content as unknown as { token: string }).token
}
const list = (token: string, key = merchant.key) =>
  testApp.call(null, 'POST', `/merchant/${key}/payments`, {}, { authorization: `Bearer ${token}` })
const sql = (text: string, values: unknown[]) => testApp.owner.transaction(null, (tx) => tx.query(text, values))

it('a key and its secret get a token for six hours, under each name, and it reaches its own merchant alone', async () => {
  const answer = await ask({ client_key: merchant.key, client_secret: merchant.secret })
  expect(answer.body).toMatchObject({
    message: 'Auth Token generated successfully!',
    status_code: '2000',
    content: { token: expect.stringMatching(/^cht_/), expires_in: 21_600 },
  })
  const token = await tokenOf()
  expect((await list(token)).status).toBe(200)
  const other = await testApp.addMerchant()
  expect((await list(token, other.key)).status).toBe(404)
  const [kept] = await sql('select * from auth_tokens where merchant_id = $1', [merchant.merchantId])
  expect(JSON.stringify(kept)).not.toContain(token)
})

it('it ends with its time, with its secret and with its merchant', async () => {
  const own = await testApp.addMerchant()
  const lost = { status: 401, reason: 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR' }
  const asked = async (token: string) => {
    const { status, body } = await list(token, own.key)
    return { status, reason: body['status_reason'] }
  }
  const [token, other] = [await tokenOf(own), await testApp.addMerchant()]
  testApp.clock.now = new Date(Date.now() + limits.authTokenSeconds * 1000 + 1_000)
  expect(await asked(token)).toEqual(lost)
  testApp.clock.now = null
  expect((await asked(token)).status).toBe(200)
  await sql(`update merchants set status = 'INACTIVE' where merchant_id = $1`, [own.merchantId])
  expect(await asked(token)).toEqual(lost)
  await sql(`update merchants set status = 'ACTIVE' where merchant_id = $1`, [own.merchantId])
  // A token that another secret made is no token of this one.
  await sql('update auth_tokens set made_by = $2 where merchant_id = $1', [own.merchantId, Buffer.alloc(32)])
  expect(await asked(token)).toEqual(lost)
  expect(await asked(`${(await tokenOf(other)).slice(0, -4)}AAAA`)).toEqual(lost)
})

it('of a hundred and one the oldest ends', async () => {
  const own = await testApp.addMerchant()
  const first = await tokenOf(own)
  await sql(
    `insert into auth_tokens (merchant_id, token_hash, made_by, created_at, expires_at)
     select merchant_id, decode(lpad(to_hex(n), 72, '0'), 'hex'), made_by, created_at + n * interval '1 ms', expires_at
     from auth_tokens, generate_series(1, $2) n where merchant_id = $1`,
    [own.merchantId, limits.authTokens - 1],
  )
  expect((await list(first, own.key)).status).toBe(200)
  testApp.clock.now = new Date(Date.now() + 60_000)
  const last = await tokenOf(own)
  expect((await list(first, own.key)).status).toBe(401)
  expect((await list(last, own.key)).status).toBe(200)
  testApp.clock.now = null
})

it('an unknown key and a wrong secret are told apart, and an address waits after five of them', async () => {
  testApp.clock.now = new Date(Date.now() + 3_600_000)
  const reasons = async (body: object) => (await ask(body)).body['status_reason']
  expect(await reasons({ portone_key: 'nobody', portone_secret: merchant.secret })).toBe('MERCHANT_NOT_FOUND')
  for (let tries = 0; tries < 4; tries++)
    expect(await reasons({ portone_key: merchant.key, portone_secret: 'wrong' })).toBe(
      'INVALID_UNAUTHORISED_PORTONE_SECRET_ERROR',
    )
  const right = { portone_key: merchant.key, portone_secret: merchant.secret }
  expect(await reasons(right)).toBe('TOO_MANY_REQUESTS')
  testApp.clock.now = new Date(Date.now() + 3_600_000 + 61_000)
  expect(await reasons(right)).toBe('SUCCESS')
  testApp.clock.now = null
  expect((await ask({ portone_key: merchant.key })).status).toBe(400)
})

it('getting a token is written down, without the token', async () => {
  const token = await tokenOf()
  const rows = await sql(
    `select to_jsonb(e) from audit_events e where merchant_id = $1 and action = 'merchant.auth-token'`,
    [merchant.merchantId],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('a server gets the signature that its own requests need, a session that of its own key, and a server key none', async () => {
  const order = { amount: 100.5, currency: 'SGD', merchant_order_id: 'A~1*', success_url: '', failure_url: '' }
  const params = { ...order, amount: '100.5', client_key: merchant.key }
  const asked = (token: string) => {
    const { method, path } = generateSignature
    const headers = { authorization: `Bearer ${token}` }
    return testApp.call(null, method, path, { portone_key: merchant.key, ...order }, headers)
  }
  const signature = async (token: string) => {
    const answer = await asked(token)
    expect(answer.body['message'], answer.text).toBe('Signature generated successfully!')
    return (answer.body.content as unknown as { signature: string }).signature
  }
  for (const token of [await tokenOf(), await merchantToken(merchant)])
    expect(await signature(token)).toBe(sign(params, merchant.secret))
  const session = await testApp.signIn(merchant)
  expect(await signature(session.token)).toBe(sign(params, session.signingKey))
  const scopes = keyScopes.filter((scope) => scope.endsWith('write'))
  const refused = await asked((await newKey(testApp, session, { scopes })).server_key)
  expect(refused).toMatchObject({ status: 403, body: { status_reason: faults.scopeMissing.reason } })
  expect(refused.body.content).toBeUndefined()
})
