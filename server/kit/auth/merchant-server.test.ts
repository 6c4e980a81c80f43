import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { faults, type Fault } from '#contract/faults.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import { serverReader } from './merchant-server.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { seedObjects } from '#test/objects.ts'
import { requestOf, send } from '#test/request.ts'

let testApp: TestApp
let merchant: TestMerchant
let stranger: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  stranger = await testApp.addMerchant()
})
afterAll(() => testApp.close())

let orders = 0
const newLink = (of = merchant, changes: Record<string, unknown> = {}, secret = of.secret) => {
  const order = { amount: 12.5, currency: 'SGD', merchant_order_id: `SERVER-${++orders}`, ...changes }
  const params = {
    amount: '12.5',
    client_key: of.key,
    currency: 'SGD',
    failure_url: '',
    merchant_order_id: order.merchant_order_id,
    success_url: '',
  }
  return { chaipay_key: of.key, environment: 'sandbox', ...order, signature_hash: sign(params, secret) }
}
const create = (token: string, body: object = newLink(), headers: Record<string, string> = {}) =>
  testApp.call(null, 'POST', '/merchants/paymentLink', body, { authorization: `Bearer ${token}`, ...headers })
const refOf = (answer: Answer) => (answer.body.content as unknown as { link_ref: string }).link_ref
const reasonOf = ({ status, body }: Answer) => ({ status, reason: body['status_reason'] })
const lost = { status: 401, reason: faults.sessionLost.reason }
const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe("a merchant's server", () => {
  it('makes a link and reads how it stands, by the token and the secret alone', async () => {
    const token = await merchantToken(merchant)
    const made = await create(token)
    expect(made.status, made.text).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    const ref = refOf(made)
    for (const path of [`/merchants/paymentLink/${ref}/valid`, `/merchants/${merchant.key}/paymentLink/${ref}`])
      expect((await testApp.call(null, 'GET', path, undefined, headers)).status, path).toBe(200)
    const attempts = await testApp.call(null, 'POST', `/merchant/paymentLink/${ref}/txns-records`, {}, headers)
    expect(attempts.body.content).toEqual([])
    const [row] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ actor_name: string; actor_id: string | null }>(
        `select actor_name, actor_id from audit_events where merchant_id = $1 and object_ref = $2`,
        [merchant.merchantId, ref],
      ),
    )
    expect(row).toEqual({ actor_name: 'merchant server', actor_id: null })
  })

  it('is known under each name that the product has had', async () => {
    for (const iss of ['COUNTINGHOUSE', 'CHAIPAY', 'PORTONE'])
      expect((await create(await merchantToken(merchant, { claims: { iss } }))).status, iss).toBe(200)
  })

  it('may do what is declared for it, and nothing else', async () => {
    const objects = await seedObjects(testApp, merchant, 'Shop')
    const headers = { authorization: `Bearer ${await merchantToken(merchant)}` }
    for (const { name, call } of allCalls()) {
      if (call.access === 'public' || call.access === 'shopper') continue
      const answer = await send(testApp, null, call, requestOf(call, { merchant, objects }), headers)
      if (call.server) expect(answer.status, name).not.toBe(401)
      else expect({ name, ...reasonOf(answer) }).toEqual({ name, ...lost })
    }
    expect(allCalls().flatMap(({ name, call }) => (call.server ? [name] : []))).toEqual([
      'generateSignature',
      'initiatePayment',
      'readInvoicePdf',
      'readInvoiceXml',
      'readCreditNotePdf',
      'readCreditNoteXml',
      'listInvoices',
      'readInvoice',
      'createInvoice',
      'createPaymentLink',
      'cancelPaymentLink',
      'readPaymentLink',
      'checkPaymentLink',
      'listPaymentLinkAttempts',
      'createPaymentPage',
      'readPaymentPage',
      'listPayments',
      'readPayment',
      'capturePayment',
      'voidPayment',
      'createPayout',
      'createPrice',
      'createPlan',
      'listPrices',
      'readPrice',
      'readPlan',
      'cancelPrice',
      'cancelPlan',
      'uploadReconFileByServer',
      'createReconByServer',
      'readReconFlowByServer',
      'listDashboardRecordsByServer',
      'exportDashboardRecordsByServer',
      'listDataSourcesByServer',
      'createRefund',
      'readRefunds',
      'createWebhookByServer',
      'listWebhooksByServer',
      'addChannelByServer',
      'updateChannelByServer',
      'listConnectionsByServer',
      'createPaymentLinkByServer',
      'updatePaymentLink',
      'fetchPaymentLinkStatus',
      'readPaymentLinkStatus',
      'readPaymentLinkStatusOnly',
      'readOrderStatus',
      'readPaymentByServer',
      'setPaymentStatusByServer',
      'capturePaymentByServer',
      'updatePaymentDetails',
      'fetchAllPayments',
      'createPayoutByServer',
      'readPayoutStatus',
      'cancelPayoutByServer',
      'listPayoutsByServer',
      'listVirtualAccountsByServer',
      'readVirtualAccountBalance',
      'listMovementsByServer',
      'downloadStatementByServer',
      'listBeneficiariesByServer',
      'createBeneficiaryByServer',
      'verifyAccountByServer',
      'createRefundByServer',
      'listRefundsByServer',
      'createDeduction',
      'createDeductionByServer',
      'triggerNextDeduction',
      'createSubscription',
      'createSubscriptionByServer',
      'listSubscriptions',
      'listPriceSubscriptions',
      'readSubscription',
      'readSubscriptionByServer',
      'listSubscriptionPayments',
      'listSubscriptionPaymentsByServer',
      'cancelSubscription',
      'cancelSubscriptionByServer',
      'readSubscriptionMetrics',
    ])
  })

  it('signs with the secret, and a session with its own key: neither passes for the other', async () => {
    const session = await testApp.signIn(merchant)
    const token = await merchantToken(merchant)
    const invalid = { status: 400, reason: faults.invalidSignature.reason }
    expect(reasonOf(await create(token, newLink(merchant, {}, session.signingKey)))).toEqual(invalid)
    expect(reasonOf(await testApp.call(session, 'POST', '/merchants/paymentLink', newLink()))).toEqual(invalid)
    expect(reasonOf(await create(await merchantToken(merchant, { secret: session.signingKey })))).toEqual(lost)
  })

  it('reaches its own merchant only, even where that is a master', async () => {
    const master = await testApp.addMerchant({ kind: 'master' })
    const owned = await testApp.addMerchant({ kind: 'owned', masterId: master.merchantId })
    const absent = { status: 404, reason: faults.notFound.reason }
    expect(reasonOf(await create(await merchantToken(merchant), newLink(stranger)))).toEqual(absent)
    expect(reasonOf(await create(await merchantToken(master), newLink(owned)))).toEqual(absent)
    const token = await merchantToken(merchant)
    for (const header of ['x-client-key', 'x-sub-merchant-key', 'x-chaipay-client-key'])
      expect(reasonOf(await create(token, newLink(), { [header]: stranger.key })), header).toEqual(absent)
    expect(reasonOf(await create(token, newLink(), { 'x-sub-user-uuid': crypto.randomUUID() }))).toEqual(absent)
    const foreign = refOf(await create(await merchantToken(stranger), newLink(stranger)))
    const authorization = `Bearer ${token}`
    expect(
      reasonOf(
        await testApp.call(null, 'GET', `/merchants/paymentLink/${foreign}/valid`, undefined, { authorization }),
      ),
    ).toEqual(absent)
  })

  it('works in the environment that token or request name, and live only once onboarded', async () => {
    const live = await merchantToken(merchant, { claims: { environment: 'live' } })
    expect((await create(live, newLink(merchant, { environment: 'live' }))).status).toBe(200)
    expect(reasonOf(await create(live))).toEqual({ status: 400, reason: faults.invalidEnvironment.reason })
    expect(reasonOf(await create(await merchantToken(merchant, { claims: { environment: 'moon' } })))).toEqual(lost)
    const made = await create(await merchantToken(merchant), newLink(merchant, { environment: 'live' }))
    const headers = { authorization: `Bearer ${await merchantToken(merchant)}` }
    const valid = `/merchants/paymentLink/${refOf(made)}/valid`
    expect((await testApp.call(null, 'GET', valid, undefined, headers)).status).toBe(404)
    expect((await testApp.call(null, 'GET', `${valid}?environment=live`, undefined, headers)).status).toBe(200)
    const fresh = await testApp.addMerchant({ onboarded: false })
    const refused = await create(await merchantToken(fresh), newLink(fresh, { environment: 'live' }))
    expect(reasonOf(refused)).toEqual({ status: 403, reason: faults.denied.reason })
  })

  it('gets one link for one idempotency key, however often it asks', async () => {
    const [body, headers] = [newLink(), { 'idempotency-key': crypto.randomUUID() }]
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => create(await merchantToken(merchant), body, headers)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(refOf)).size).toBe(1)
    expect(reasonOf(await create(await merchantToken(merchant), newLink(), headers))).toEqual({ status: 422, reason: faults.keyReused.reason }) // prettier-ignore
  })

  it('is out at once when its merchant is switched off', async () => {
    const gone = await testApp.addMerchant()
    const token = await merchantToken(gone)
    expect((await create(token, newLink(gone))).status).toBe(200)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update merchants set status = 'INACTIVE' where merchant_id = $1`, [gone.merchantId]),
    )
    expect(reasonOf(await create(token, newLink(gone)))).toEqual(lost)
  })
})

describe('a token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const wrong: Record<string, () => Record<string, unknown>> = {
    'without an end': () => ({ exp: undefined }),
    'without a beginning': () => ({ iat: undefined }),
    'of nobody': () => ({ sub: undefined }),
    'of no known product': () => ({ iss: 'SOMEBODY' }),
    'without an issuer': () => ({ iss: undefined }),
    'that is over, by more than the clocks may differ': () => ({ iat: now() - 200, exp: now() - 62 }),
    'from the future': () => ({ iat: now() + 120, exp: now() + 220 }),
    'that is not valid yet': () => ({ nbf: now() + 120 }),
    'for more than an hour': () => ({ exp: now() + 3_700 }),
    'that ends before it begins': () => ({ iat: now() + 30, exp: now() + 20 }),
    'with a text for a time': () => ({ exp: '9999999999' }),
    'of another merchant': () => ({ sub: stranger.key }),
    'of an object': () => ({ sub: { key: 'x' } }),
  }
  it.each(Object.entries(wrong))('%s is no token', async (_what, claims) => {
    expect(reasonOf(await create(await merchantToken(merchant, { claims: claims() })))).toEqual(lost)
  })

  it('may be a minute early or late, as clocks are', async () => {
    for (const claims of [
      { iat: now() + 50, exp: now() + 100 },
      { iat: now() - 100, exp: now() - 50 },
    ])
      expect((await create(await merchantToken(merchant, { claims }))).status).toBe(200)
  })

  it('has one algorithm and one key, whatever its header asks for', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const seconds = now()
    const claims = { iss: 'COUNTINGHOUSE', sub: merchant.key, iat: seconds, exp: seconds + 100 }
    const hmac = (algorithm: string, header: object, key = merchant.secret) => {
      const message = `${text(header)}.${text(claims)}`
      return `${message}.${createHmac(algorithm, key).update(message).digest('base64url')}`
    }
    const rsa = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    const forged = [
      `${text({ alg: 'none' })}.${text(claims)}.`,
      `${text({ alg: 'none' })}.${text(claims)}.AA`,
      `${text({ alg: 'None', typ: 'JWT' })}.${text(claims)}.${hmac('sha256', {}).split('.')[2]}`,
      rsa,
      hmac('sha256', { alg: 'HS256' }, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      hmac('sha512', { alg: 'HS512' }),
      hmac('sha256', { alg: 'RS256' }),
      hmac('sha256', { alg: 'HS256', kid: '../../etc/passwd' }),
      hmac('sha256', { alg: 'HS256', jku: 'https://evil.example/keys' }),
      hmac('sha256', { alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } }),
      hmac('sha256', { alg: 'HS256', crit: ['exp'] }),
      hmac('sha256', { alg: 'HS256', b64: false }),
      hmac('sha256', { alg: 'HS256', typ: 'at+jwt' }),
      hmac('sha256', { alg: 'HS256' }, stranger.secret),
      hmac('sha256', { alg: 'HS256' }, ' '),
    ]
    for (const token of forged) expect(reasonOf(await create(token)), token.slice(0, 60)).toEqual(lost)
    expect((await create(hmac('sha256', { alg: 'HS256' }))).status).toBe(200)
  })

  it('has one spelling: not with other spare bits, padding, spaces or another alphabet', async () => {
    const token = await merchantToken(merchant)
    const last = token.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spare = alphabet[alphabet.indexOf(last) ^ 1] ?? ''
    for (const other of [
      token.slice(0, -1) + spare,
      `${token}=`,
      `${token} `,
      ` ${token}`,
      `${token}.`,
      token.toUpperCase(),
    ])
      // prettier-ignore
      expect((await create(other)).status).toBe(401)
  })

  it('is counted for its merchant, not for itself: many tokens are no way round', async () => {
    const { database, now: clock } = testApp.serveParts
    const { master } = testApp.serveParts.services
    const reader = serverReader({
      database,
      master,
      now: clock,
      rateLimit: createRateLimit({ most: 3, windowMs: 1e12 }),
    })
    const ask = async (of: TestMerchant, jti: number) =>
      reader(`Bearer ${await merchantToken(of, { claims: { jti: String(jti) } })}`, '127.0.0.1').then(
        ({ merchantId }) => merchantId,
        (error: Fault) => error.fault,
      )
    const asked = []
    for (let jti = 0; jti < 5; jti += 1) asked.push(await ask(merchant, jti))
    const { merchantId } = merchant
    expect(asked).toEqual([merchantId, merchantId, merchantId, 'tooFast', 'tooFast'])
    expect(await ask(stranger, 9)).toBe(stranger.merchantId)
  })
})
