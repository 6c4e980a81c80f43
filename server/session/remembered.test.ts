import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, testPassword, type Answer, type TestApp, type TestMerchant } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let email: string
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant({ logins: ['admin'] })
  email = `admin@${merchant.slug}.example`
})

const cookiesOf = ({ headers }: Answer): string =>
  [headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ')
const rememberedOf = (cookies: string) => cookies.split('; ').find((one) => one.includes('remembered')) ?? ''
const signIn = (more: object = {}, headers: Record<string, string> = {}) =>
  testApp.call(null, 'POST', '/api/account/login', { username: email, password: testPassword, ...more }, headers)
const greeted = (cookie: string) =>
  testApp.call(null, 'GET', '/api/account/remembered', undefined, { cookie }).then(({ body }) => body.content)
const goOn = (cookie: string, password = testPassword) =>
  testApp.call(null, 'POST', '/api/account/remembered', { password }, { cookie })
const nobody = { remembered: null }

describe('a remembered browser', () => {
  it('is one only when that was wished for', async () => {
    const answer = await signIn()
    expect(cookiesOf(answer)).not.toContain('remembered')
  })

  it('keeps a cookie for 30 days that scripts and other sites cannot use', async () => {
    const answer = await signIn({ remember_me: true })
    expect([answer.headers['set-cookie']].flat()[1]).toMatch(
      /^__Host-countinghouse-remembered=[\w-]{47}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Strict$/,
    )
  })

  it('greets by name, hints at the address, and still asks for the password', async () => {
    const cookie = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    expect(await greeted(cookie)).toEqual({
      remembered: { name: expect.stringMatching(/admin$/), email_hint: `a…@${merchant.slug}.example` },
    })
    expect((await goOn(cookie, 'not the password 1')).body['status_reason']).toBe('INVALID_PASSWORD')
    const answer = await goOn(cookie)
    expect(answer.body.content).toMatchObject({ token: expect.any(String), user: { email_address: { email } } })
    expect(cookiesOf(answer)).toMatch(/^__Host-countinghouse=/)
  })

  it('suffices for no call', async () => {
    const cookie = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    for (const [method, path] of [
      ['GET', '/api/account/session'],
      ['POST', '/api/account/session'],
      ['POST', '/api/account/unlock'],
    ] as const) {
      const body = method === 'GET' ? undefined : path.endsWith('unlock') ? { password: testPassword } : {}
      expect((await testApp.call(null, method, path, body, { cookie })).status).toBe(401)
    }
    const asSession = cookie.replace('-remembered', '')
    expect((await testApp.call(null, 'POST', '/api/account/session', {}, { cookie: asSession })).status).toBe(401)
  })

  it('locks out after ten wrong passwords like any sign-in', async () => {
    const cookie = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    for (let i = 0; i < 10; i++) await goOn(cookie, 'not the password 1')
    expect((await goOn(cookie)).body['status_reason']).toBe('SIGN_IN_LOCKED')
  })

  it('goes on in the environment where the user was, as long as they may', async () => {
    const cookies = cookiesOf(await signIn({ remember_me: true }))
    const cookie = rememberedOf(cookies)
    await testApp.call(null, 'POST', '/api/account/session', { environment: 'live' }, { cookie: cookies })
    expect((await goOn(cookie)).body.content).toMatchObject({ user: { is_live_mode: true } })
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update merchants set kyc_status = 'RESUBMIT' where merchant_id = $1`, [merchant.merchantId]),
    )
    expect((await goOn(cookie)).body.content).toMatchObject({ user: { is_live_mode: false } })
  })

  it('is forgotten when it wishes, after 30 days, and with the user', async () => {
    const cookie = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    const answer = await testApp.call(null, 'DELETE', '/api/account/remembered', undefined, { cookie })
    expect(String(answer.headers['set-cookie'])).toMatch(/remembered=; .*Max-Age=0/)
    expect(await greeted(cookie)).toEqual(nobody)
    expect((await goOn(cookie)).status).toBe(404)

    const old = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    const goBy = (seconds: number) =>
      testApp.owner.transaction(null, (tx) =>
        tx.query(
          `update remembered_logins set expires_at = expires_at - $2 * interval '1 second' where merchant_id = $1`,
          [merchant.merchantId, seconds],
        ),
      )
    await goBy(30 * 86_400 - 10)
    expect(await greeted(old)).not.toEqual(nobody)
    await goBy(10)
    expect(await greeted(old)).toEqual(nobody)

    const inactive = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where merchant_id = $1', [merchant.merchantId]),
    )
    expect(await greeted(inactive)).toEqual(nobody)
  })

  it('is replaced, not doubled, by signing in again in it', async () => {
    const first = rememberedOf(cookiesOf(await signIn({ remember_me: true })))
    const second = rememberedOf(cookiesOf(await signIn({ remember_me: true }, { cookie: first })))
    expect(await greeted(first)).toEqual(nobody)
    expect(await greeted(second)).not.toEqual(nobody)
  })
})

describe('locking', () => {
  it('closes the session in every tab until the password is given', async () => {
    const answer = await signIn()
    const cookie = cookiesOf(answer)
    const bearer = (one: Answer) => ({
      authorization: `Bearer ${(one.body.content as unknown as { token: string }).token}`,
    })
    const tab = await testApp.call(null, 'POST', '/api/account/session', {}, { cookie })
    expect((await testApp.call(null, 'POST', '/api/account/lock', {}, bearer(answer))).status).toBe(200)
    for (const one of [answer, tab])
      expect(
        (await testApp.call(null, 'GET', '/api/account/session', undefined, bearer(one))).body['status_reason'],
      ).toBe('SESSION_LOCKED')
    expect((await testApp.call(null, 'POST', '/api/account/session', {}, { cookie })).body['status_reason']).toBe(
      'SESSION_LOCKED',
    )
    expect(
      (await testApp.call(null, 'POST', '/api/account/unlock', { password: testPassword }, { cookie })).status,
    ).toBe(200)
    expect((await testApp.call(null, 'GET', '/api/account/session', undefined, bearer(tab))).status).toBe(200)
  })
})
