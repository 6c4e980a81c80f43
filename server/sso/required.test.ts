import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo } from '#server/messages/fixtures.ts'
import { lastToken, later } from '#server/registration/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openSession } from '#server/session/open-session.ts'
import { openTestApp, testPassword, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import {
  browserOf,
  connectionOf,
  contentOf,
  linkIn,
  openFakeProvider,
  proofIn,
  signedIn,
  tokenIn,
  type Browser,
  type FakeProvider,
} from './fixtures.ts'

/** A business that wants all its people to come by single sign-on: no password opens anything, by no way. */
let testApp: TestApp
let provider: FakeProvider
let merchant: TestMerchant
let admin: Awaited<ReturnType<typeof linked>>
let user: Awaited<ReturnType<typeof signedIn>>
let greeted: Browser
let resetToken: string
const emailOf = (role: string) => `${role}@${merchant.slug}.example`
beforeAll(async () => {
  // Passwords take their real time, since a requirement begins while one is being checked.
  testApp = await openTestApp({}, { passwords: 'real' })
  provider = await openFakeProvider()
  merchant = await testApp.addMerchant({ logins: ['admin', 'sub-admin', 'payment-user', 'invoice-user'] })
  const first = await signedIn(testApp, merchant)
  await put(first, connectionOf(provider.issuer, merchant.slug))
  admin = await linked('admin')
  user = await signedIn(testApp, merchant, 'payment-user')
  greeted = browserOf(testApp)
  const remembering = { username: emailOf('payment-user'), password: testPassword, remember_me: true }
  await greeted.send('POST', '/api/account/login', remembering)
  await greeted.send('POST', '/api/account/send-reset-password-link', { emailId: emailOf('payment-user') })
  await runJobs(testApp)
  resetToken = await lastToken(testApp, emailOf('payment-user'))
})
afterAll(async () => {
  await provider.close()
  await testApp.close()
})

interface Signed {
  browser: Browser
  token: string
}
async function put({ browser, token }: Signed, body: object) {
  return browser.send('PUT', '/api/single-sign-on', body, token)
}
const read = async ({ browser, token }: Signed) =>
  contentOf<{
    connection: { revision: number; required: boolean } | null
    administrators: { sub_user_id: string; email_address: string }[]
    identities: { sub_user_id: string }[]
  }>(await browser.send('GET', '/api/single-sign-on', undefined, token))
/** The present connection with changes, by whoever has a session. */
async function change(by: Signed, changes: object) {
  const { connection } = await read(by)
  const { client_secret: _, ...kept } = connectionOf(provider.issuer, merchant.slug)
  return put(by, { ...kept, revision: connection?.revision, ...changes })
}
const outcome = ({ status, body }: Awaited<ReturnType<Browser['send']>>) => ({ status, reason: body['status_reason'] })
const needed = { status: 403, reason: 'SSO_REQUIRED' }
/** Signs in by single sign-on, linking it by the password. */
async function linked(role: string) {
  const browser = browserOf(testApp)
  const { query } = provider.visit(await browser.begin(merchant.slug))
  provider.token = async (right) => ({ id_token: await provider.sign({ ...right, sub: role }) })
  provider.userInfo = { sub: role }
  const came = await browser.finish(merchant.slug, query)
  const link = linkIn(came)
  const body = { linkToken: link, username: emailOf(role), password: testPassword }
  const answer = link ? await browser.send('POST', `/api/sso/${merchant.slug}/link`, body) : came
  const { user: who } = contentOf<{ user: { subUserUuid: string } }>(answer)
  return { browser, token: tokenIn(answer), subUserId: who.subUserUuid }
}
const alive = async ({ browser, token }: Signed) =>
  (await browser.send('GET', '/api/account/session', undefined, token)).status === 200

describe('before it is required', () => {
  it('is switched on by an admin who signed in by it, and names an admin who keeps the password', async () => {
    const { administrators } = await read(admin)
    const glass = administrators[0]?.sub_user_id
    const wanted = { required: true, break_glass_user: glass }
    expect(outcome(await change(await signedIn(testApp, merchant), wanted))).toEqual({
      status: 409,
      reason: 'OWN_SSO_FIRST',
    })
    expect(outcome(await change(await signedIn(testApp, merchant, 'sub-admin'), wanted))).toMatchObject({ status: 403 })
    const paths = async (changes: object) => (await change(admin, changes)).body['errors']
    expect(await paths({ required: true })).toMatchObject([{ path: 'break_glass_user', reason: 'required' }])
    expect(await paths({ required: true, break_glass_user: user.subUserId })).toMatchObject([
      { path: 'break_glass_user', reason: 'not_an_admin' },
    ])
    expect(await paths({ ...wanted, enabled: false })).toMatchObject([{ path: 'required', reason: 'not_enabled' }])
    expect((await read(admin)).connection?.required).toBe(false)
  })
})

describe('from the moment that it is required', () => {
  beforeAll(async () => {
    const { administrators } = await read(admin)
    const answer = await change(admin, { required: true, break_glass_user: administrators[0]?.sub_user_id })
    expect(outcome(answer)).toMatchObject({ status: 200 })
  })

  it('ends every session that a password has opened, and none that came by it', async () => {
    expect(await alive(user)).toBe(false)
    expect(await alive(admin)).toBe(true)
  })

  const login = (password = testPassword, role = 'payment-user') =>
    browserOf(testApp).send('POST', '/api/account/login', { username: emailOf(role), password })
  const ways: [string, () => Promise<Awaited<ReturnType<Browser['send']>>>][] = [
    ['signing in', () => login()],
    [
      'signing in where one is remembered',
      () => greeted.send('POST', '/api/account/remembered', { password: testPassword }),
    ],
    [
      'changing the password',
      async () => {
        const by = await linked('invoice-user')
        const body = { old_password: testPassword, new_password: 'another password 8' }
        return by.browser.send('POST', '/api/account/change-password', body, by.token)
      },
    ],
    [
      'proving anew who is there',
      async () => {
        const by = await linked('invoice-user')
        return by.browser.send('POST', '/api/account/step-up', { password: testPassword }, by.token)
      },
    ],
    [
      'unlocking',
      async () => {
        const by = await linked('invoice-user')
        await by.browser.send('POST', '/api/account/lock', {}, by.token)
        return by.browser.send('POST', '/api/account/unlock', { password: testPassword })
      },
    ],
  ]
  it.each(ways)('refuses the password for %s, and says where to go', async (_name, attempt) => {
    const answer = await attempt()
    expect(outcome(answer)).toEqual(needed)
    expect(answer.body['errors']).toEqual([{ path: 'tenant_id', reason: 'sso_required', text: merchant.slug }])
    expect(JSON.stringify(answer.headers['set-cookie'] ?? '')).not.toMatch(/__Host-countinghouse=/)
  })

  it('is revealed only after the right password', async () => {
    const wrong = await login('wrong password 1')
    expect(outcome(wrong)).toEqual({ status: 400, reason: 'INVALID_PASSWORD' })
    expect(wrong.text).not.toContain(merchant.slug)
  })

  it('sends no link to choose a password but to the sign-in, and takes none that was sent before', async () => {
    expect(
      outcome(
        await greeted.send('POST', '/api/account/update-password', { resetToken, password: 'another password 8' }),
      ),
    ).toEqual({ status: 400, reason: 'LINK_NOT_VALID' })
    await later(testApp, 61)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update messages set created_at = seconds_after(created_at, -300)`, []),
    )
    for (let i = 0; i < 3; i++)
      await greeted.send('POST', '/api/account/send-reset-password-link', { emailId: emailOf('payment-user') })
    await runJobs(testApp)
    const mails = (await messagesTo(testApp, emailOf('payment-user'))).slice(-2)
    expect(mails.map(({ subject }) => subject)).not.toEqual([mails[1]?.subject, mails[1]?.subject])
    expect(mails[1]).toMatchObject({ subject: 'Your business signs in with single sign-on' })
    expect(mails[1]?.text).toContain(`${testApp.serveParts.services.publicUrl}/login/tenant/${merchant.slug}`)
    expect(mails[1]?.text).not.toContain('#token=')
  })

  it('refuses a link that was made a moment before, even when it is not void', async () => {
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update one_time_tokens set used_at = null where purpose = 'reset_password'`, []),
    )
    const answer = await greeted.send('POST', '/api/account/update-password', {
      resetToken,
      password: 'another password 8',
    })
    expect(outcome(answer)).toEqual(needed)
  })

  it('is enforced by the database for every new session', async () => {
    const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
    const open = (subUserId: string, came: null | { browserHash: Buffer; authTime: null; sealIdToken(): Buffer }) =>
      ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
        openSession(ctx, subUserId, { environment: 'sandbox', secondFactor: null, came }),
      )
    await expect(open(user.subUserId, null)).rejects.toThrow(/needs single sign-on/)
    const came = { browserHash: Buffer.alloc(32), authTime: null, sealIdToken: () => Buffer.alloc(0) }
    await expect(open(user.subUserId, came)).resolves.toMatchObject({ session: { subUserId: user.subUserId } })
  })

  it('lets the password still link single sign-on, and the session be of that', async () => {
    const by = await linked('payment-user')
    expect(await alive(by)).toBe(true)
    const session = await by.browser.send('GET', '/api/account/session', undefined, by.token)
    expect(contentOf(session)).toMatchObject({
      user: { sso_enabled: true, sso_required: true, sso_company: merchant.slug },
    })
  })

  it('leaves the named admin the password', async () => {
    const glass = await signedIn(testApp, merchant)
    expect(await alive(glass)).toBe(true)
    const session = await glass.browser.send('GET', '/api/account/session', undefined, glass.token)
    expect(contentOf(session)).toMatchObject({ user: { sso_required: false } })
  })

  it('is not for a deputy to change or take away', async () => {
    const deputy = await linked('sub-admin')
    expect(outcome(await change(deputy, { required: false }))).toMatchObject({
      status: 403,
      reason: 'ROLE_NOT_ALLOWED',
    })
    const removed = await deputy.browser.send('DELETE', '/api/single-sign-on', {}, deputy.token)
    expect(outcome(removed)).toMatchObject({ status: 403 })
  })

  it('takes a step-up at the provider, by a fresh ID token, for this session alone', async () => {
    const by = await linked('invoice-user')
    const stale = () =>
      testApp.owner.transaction(null, (tx) =>
        tx.query(`update sessions set proved_at = now() - interval '6 minutes' where sub_user_id = $1`, [by.subUserId]),
      )
    const tryOut = () => by.browser.send('DELETE', '/api/account/sso', {}, by.token)
    const prove = async (change: object) => {
      const begun = await by.browser.send('POST', '/api/account/step-up/sso', {}, by.token)
      if (begun.status !== 200) throw new Error(begun.text)
      const { url } = contentOf<{ url: string }>(begun)
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
      const { query } = provider.visit(url)
      provider.token = async (right) => ({
        id_token: await provider.sign({ ...right, sub: 'invoice-user', ...change }),
      })
      return by.browser.finish(merchant.slug, query)
    }
    await stale()
    expect(outcome(await tryOut())).toEqual({ status: 403, reason: 'STEP_UP_REQUIRED' })
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
    for (const wrong of [{ auth_time: hourAgo }, { sub: 'admin' }])
      expect(outcome(await prove(wrong))).toEqual({ status: 400, reason: 'SSO_FAILED' })
    expect(outcome(await tryOut())).toEqual({ status: 403, reason: 'STEP_UP_REQUIRED' })
    expect(contentOf(await prove({}))).toEqual({ proved: true })
    expect(outcome(await tryOut())).toMatchObject({ status: 200 })
    expect(await alive(by)).toBe(true)
  })

  it('counts a sign-in as a fresh proof only when the provider says that it has just asked', async () => {
    const by = await linked('admin')
    const again = async (auth_time: number | undefined) => {
      const browser = browserOf(testApp)
      const { query } = provider.visit(await browser.begin(merchant.slug))
      provider.token = async (right) => ({ id_token: await provider.sign({ ...right, sub: 'admin', auth_time }) })
      return tokenIn(await browser.finish(merchant.slug, query))
    }
    const now = Math.floor(Date.now() / 1_000)
    const asked = async (token: string) =>
      (await by.browser.send('POST', '/api/account/passkeys/begin', {}, token)).body['status_reason']
    expect(await asked(await again(now))).toBe('SUCCESS')
    expect(await asked(await again(now - 3_600))).toBe('STEP_UP_REQUIRED')
    expect(await asked(await again(undefined))).toBe('STEP_UP_REQUIRED')
    expect(await asked(await again(now + 3_600))).toBe('SUCCESS')
  })

  it('of a password that is being checked as it begins, no session is left', async () => {
    await change(admin, { required: false, break_glass_user: '' })
    for (let round = 0; round < 3; round++) {
      const { administrators } = await read(admin)
      const required = { required: true, break_glass_user: administrators[0]?.sub_user_id }
      await Promise.all([
        change(admin, required),
        ...Array.from({ length: 4 }, () => login(testPassword, 'invoice-user')),
      ])
      const [left] = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ n: bigint }>(
          `select count(*) as n from sessions s join sub_users u using (merchant_id, sub_user_id)
           where u.email = $1 and not s.sso and s.ended_at is null`,
          [emailOf('invoice-user')],
        ),
      )
      expect(left?.n).toBe(0n)
      await change(admin, { required: false, break_glass_user: '' })
    }
  })
})

describe('another provider, or none', () => {
  it('unlinks all users, ends the sessions of the old provider, and does not send its secret to the new one', async () => {
    const by = await linked('payment-user')
    const other = await openFakeProvider()
    const { connection } = await read(admin)
    const { client_secret: secret, ...without } = connectionOf(other.issuer, merchant.slug)
    const moved = await put(admin, { ...without, revision: connection?.revision })
    expect(moved.body['errors']).toMatchObject([{ path: 'client_secret', reason: 'required' }])
    const waiting = await proofIn(testApp, by.browser, merchant)
    const saved = await put(admin, { ...without, client_secret: secret, revision: connection?.revision })
    expect(outcome(saved)).toMatchObject({ status: 200 })
    expect(contentOf(saved)).toMatchObject({ identities: [] })
    expect(await alive(by)).toBe(false)
    expect(await alive(admin)).toBe(true)
    const body = { linkToken: waiting, username: emailOf('payment-user'), password: testPassword }
    expect(outcome(await by.browser.send('POST', `/api/sso/${merchant.slug}/link`, body))).toEqual({
      status: 400,
      reason: 'SSO_FAILED',
    })
    await other.close()
  })

  it('is gone for everybody once it is removed', async () => {
    const by = await signedIn(testApp, merchant)
    expect(outcome(await by.browser.send('DELETE', '/api/single-sign-on', {}, by.token))).toMatchObject({ status: 200 })
    expect(outcome(await browserOf(testApp).send('GET', `/api/sso/${merchant.slug}`))).toMatchObject({ status: 404 })
    expect(outcome(await browserOf(testApp).send('POST', `/api/sso/${merchant.slug}/begin`, {}))).toMatchObject({
      status: 404,
    })
    expect((await read(by)).connection).toBe(null)
  })
})
