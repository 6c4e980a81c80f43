import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SecretState } from '#contract/secret-rotation.ts'
import { createPaymentLink } from '#contract/payment-links.ts'
import { faults } from '#contract/faults.ts'
import { createApp } from '#server/app.ts'
import { sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { verify } from '#server/kit/auth/signature.ts'
import { signedReturn } from '#server/payables/return-address.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { signedBody } from '#test/request.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
})

const path = (act = '') => `/api/merchants/${merchant.key}/secret${act}`
const rotate = (hours: number) => testApp.call(admin, 'POST', path('/rotate'), { overlap_hours: hours })
const freshOf = (answer: Answer) => (answer.body.content as unknown as { iamportSecret: string }).iamportSecret
const state = async () => (await testApp.call(admin, 'GET', path())).body.content as unknown as SecretState
const reasonOf = ({ status, body }: Answer) => ({ status, reason: body['status_reason'] })
let orders = 0
/** A link, with a token by one secret and a signature by another. */
async function link(secret: string, { signedBy = secret, app = testApp } = {}): Promise<Answer> {
  const body = {
    client_key: merchant.key,
    environment: 'sandbox',
    amount: 12.5,
    currency: 'SGD',
    merchant_order_id: `ROTATE-${++orders}`,
  }
  const signed = signedBody(createPaymentLink, body, { key: signedBy, about: merchant.key })
  const authorization = `Bearer ${await merchantToken({ key: merchant.key, secret })}`
  const answer = await app.app.inject({ method: 'POST', url: '/gateway/merchants/paymentLink', payload: signed, headers: { authorization } }) // prettier-ignore
  return { status: answer.statusCode, text: answer.body, body: JSON.parse(answer.body) as Answer['body'], headers: {} }
}
/** By which secret a shopper's return is signed. */
async function returnedBy(secrets: Record<string, string>): Promise<string | undefined> {
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const params = { channel_order_ref: 'c', merchant_order_ref: 'm', order_ref: 'o', status: 'Success' }
  const address = await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
    signedReturn(ctx, 'https://shop.example/back', params as Parameters<typeof signedReturn>[2]),
  )
  const signature = new URL(address).searchParams.get('signature_hash') ?? ''
  return Object.keys(secrets).find((name) => verify(params, secrets[name] as string, signature).ok)
}
/** As if this much of the overlap had passed already. */
const passHours = (hours: number) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query(`update merchants set previous_secret_ends_at = seconds_after(previous_secret_ends_at, -3600 * $2) where merchant_id = $1`, [merchant.merchantId, hours]),
  ) // prettier-ignore
const invalid = { status: 401, reason: faults.serverTokenInvalid.reason }
const badSignature = { status: 400, reason: faults.invalidSignature.reason }

describe('a secret that is replaced', () => {
  it('verifies together with the old one, which signs what goes out, until its end', async () => {
    const old = merchant.secret
    const answer = await rotate(24)
    const fresh = freshOf(answer)
    expect(fresh).not.toBe(old)
    expect(answer.body.content).toMatchObject({ previous: { signs: true } })
    for (const [token, signedBy] of [
      [old, old],
      [fresh, fresh],
      [old, fresh],
      [fresh, old],
    ] as const)
      expect((await link(token, { signedBy })).status).toBe(200)
    expect(await returnedBy({ old, fresh })).toBe('old')
    await passHours(24)
    expect(reasonOf(await link(old))).toEqual(invalid)
    expect(reasonOf(await link(fresh, { signedBy: old }))).toEqual(badSignature)
    expect((await link(fresh)).status).toBe(200)
    expect(await returnedBy({ old, fresh })).toBe('fresh')
    expect((await state()).previous).toBeNull()
  })

  it('with no overlap is good at once, and the old one no more', async () => {
    const fresh = freshOf(await rotate(0))
    expect(reasonOf(await link(merchant.secret))).toEqual(invalid)
    expect((await link(fresh)).status).toBe(200)
    expect(await returnedBy({ old: merchant.secret, fresh })).toBe('fresh')
  })

  it('signs what goes out before the end, when its merchant says so', async () => {
    const fresh = freshOf(await rotate(72))
    const signed = await testApp.call(admin, 'POST', path('/sign-with-new'))
    expect(signed.body.content).toMatchObject({ previous: { signs: false } })
    expect(await returnedBy({ old: merchant.secret, fresh })).toBe('fresh')
    expect((await link(merchant.secret)).status).toBe(200)
    expect(reasonOf(await testApp.call(admin, 'POST', path('/sign-with-new'))).status).toBe(409)
  })

  it('is replaced once at a time, until the old one is ended', async () => {
    const fresh = freshOf(await rotate(72))
    expect(reasonOf(await rotate(1))).toEqual({ status: 409, reason: faults.wrongState.reason })
    expect((await testApp.call(admin, 'POST', path('/end-previous'))).status).toBe(200)
    expect(reasonOf(await link(merchant.secret))).toEqual(invalid)
    expect((await link(fresh)).status).toBe(200)
    expect((await rotate(1)).status).toBe(200)
    expect((await link(fresh)).status).toBe(200)
    const revealed = await testApp.call(admin, 'POST', `/api/merchants/${merchant.key}/reveal-secret`)
    expect(freshOf(revealed)).not.toBe(fresh)
  })

  it('of twenty at once is replaced once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(24)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })
})

describe('an auth token', () => {
  const tokenFor = async (secret: string) => {
    const asked = { portone_key: merchant.key, portone_secret: secret }
    const { status, body } = await testApp.call(null, 'POST', '/api/merchant/auth-token', asked)
    return status === 200 ? (body.content as unknown as { token: string }).token : null
  }
  const by = (token: string | null, method: 'GET' | 'POST', at: string, body?: object) =>
    testApp.call(null, method, at, body, { authorization: `Bearer ${token}` })
  const listed = async (token: string | null) =>
    (await by(token, 'POST', `/merchant/${merchant.key}/payments`, {})).status

  it('of the old secret is given and good until that ends, and that of the new one goes on', async () => {
    const first = await tokenFor(merchant.secret)
    const fresh = freshOf(await rotate(24))
    const [second, third] = [await tokenFor(merchant.secret), await tokenFor(fresh)]
    for (const token of [first, second, third]) expect(await listed(token)).toBe(200)
    await passHours(24)
    for (const token of [first, second]) expect(await listed(token)).toBe(401)
    expect(await listed(third)).toBe(200)
    expect(await tokenFor(merchant.secret)).toBeNull()
  })

  it('gets no signature by the new secret as long as the old one is good', async () => {
    const fresh = freshOf(await rotate(24))
    const asked = { portone_key: merchant.key, amount: 12.5, currency: 'SGD', merchant_order_id: 'ASKED' }
    const params = { amount: '12.5', client_key: merchant.key, currency: 'SGD', failure_url: '', merchant_order_id: 'ASKED', success_url: '' } // prettier-ignore
    const signedBySecret = async (token: string | null) => {
      const answer = await by(token, 'POST', '/api/merchant/generate-signature', asked)
      const { signature } = answer.body.content as unknown as { signature: string }
      return [merchant.secret, fresh].find((secret) => verify(params, secret, signature).ok)
    }
    for (const secret of [merchant.secret, fresh])
      expect(await signedBySecret(await tokenFor(secret))).toBe(merchant.secret)
    await passHours(24)
    expect(await signedBySecret(await tokenFor(fresh))).toBe(fresh)
  })

  it('counts as a use of the secret that made it', async () => {
    const first = await tokenFor(merchant.secret)
    const fresh = freshOf(await rotate(24))
    const node = await createApp(testApp.parts, { rateFactor: 10_000 })
    const asked = { ...testApp, app: node.app }
    await asked.app.inject({ method: 'POST', url: `/gateway/merchant/${merchant.key}/payments`, payload: {}, headers: { authorization: `Bearer ${first}` } }) // prettier-ignore
    await node.close()
    expect(await state()).toMatchObject({ last_used_at: null, previous: { last_used_at: expect.any(String) } })
    expect(fresh).not.toBe(merchant.secret)
  })
})

describe('a session', () => {
  const asSession = (key: string) => {
    const body = { client_key: merchant.key, environment: 'sandbox', amount: 1, currency: 'SGD', merchant_order_id: `SESSION-${++orders}` } // prettier-ignore
    return testApp.call(admin, 'POST', '/merchants/paymentLink', signedBody(createPaymentLink, body, { key, about: merchant.key })) // prettier-ignore
  }

  it('signs with the key that it has, and with a new one, until the old secret ends', async () => {
    const fresh = freshOf(await rotate(1))
    const renewed = sessionSigningKey(fresh, admin.sessionId, 'sandbox')
    for (const key of [admin.signingKey, renewed]) expect((await asSession(key)).status).toBe(200)
    await passHours(1)
    expect(reasonOf(await asSession(admin.signingKey))).toEqual(badSignature)
    expect((await asSession(renewed)).status).toBe(200)
  })
})

describe('under load', () => {
  it('none is refused in the overlap, on either node, and none of the old is accepted after its end', async () => {
    const second = await createApp(testApp.parts, { rateFactor: 10_000 })
    const nodes = [testApp, { ...testApp, app: second.app }]
    const held = { secret: merchant.secret, stopped: false }
    const statuses: number[] = []
    const client = async (app: TestApp) => {
      while (!held.stopped) statuses.push((await link(held.secret, { app })).status)
    }
    const clients = nodes.flatMap((app) => [client(app), client(app)])
    const reach = async (calls: number) => {
      while (statuses.length < calls) await link(held.secret).then(({ status }) => statuses.push(status))
    }
    try {
      await reach(20)
      const fresh = freshOf(await rotate(1))
      // The servers go on with the old one for a while, and change over.
      await reach(60)
      held.secret = fresh
      await reach(100)
      await passHours(1)
      for (const app of nodes) expect(reasonOf(await link(merchant.secret, { app }))).toEqual(invalid)
      await reach(120)
    } finally {
      held.stopped = true
      await Promise.all(clients)
      await second.close()
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})
