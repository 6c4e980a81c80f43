import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { outcomeOf, personIn, softAuthenticator, tokenOf, withPasskey, type Person } from '#server/factors/fixtures.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { connectionOf, openFakeProvider } from '#server/sso/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, testPassword, type Answer, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let person: Person
let device: ReturnType<typeof softAuthenticator>
let token: string
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  person = await personIn(testApp)
  token = await person.session()
  device = (await withPasskey(testApp, person, token)).authenticator
})

const begin = '/api/account/passkey-sign-in/begin'
const post = (path: string, body: object, cookie = '') =>
  testApp.call(null, 'POST', path, body, { 'user-agent': 'Test/1', ...(cookie && { cookie }) })
const cookieIn = ({ headers }: Answer, name = '') =>
  new RegExp(`__Host-countinghouse${name && `-${name}`}=[\\w-]+`).exec(String(headers['set-cookie']))?.[0] ?? ''
/** What a browser that has asked is to sign, and its cookie. */
async function asked(cookie = '') {
  const answer = await post(begin, {}, cookie)
  const options = answer.body.content as unknown as { challenge: string; allowCredentials: unknown[] }
  return { options, cookie: cookieIn(answer, 'passkey'), answer }
}
const signIn = (passkey: object, cookie: string) => post('/api/account/passkey-sign-in', { passkey }, cookie)
async function come(by = device, cookie = '') {
  const { options, cookie: own } = await asked()
  return signIn(by.get(options), [own, cookie].filter(Boolean).join('; '))
}
const refused = { status: 400, reason: 'INVALID_PASSKEY' }
const sql = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))
const rows = (result: string) =>
  sql<{ action: string; why: string }>(
    'select action, why from audit_events where object_ref = $1 and result = $2 and action like $3 order by event_id',
    [person.subUserId, result, 'session.%'],
  )

describe('a passkey in place of the password', () => {
  it('opens a session that counts both factors, with the row, the mail and the fresh proof of any sign-in', async () => {
    const before = (await rows('done')).length
    const { options, cookie } = await asked()
    const body = { passkey: device.get(options) }
    const opened = await testApp.app.inject({
      method: 'POST',
      url: '/gateway/api/account/passkey-sign-in',
      payload: body,
      remoteAddress: '203.0.113.77',
      headers: { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0' },
    })
    expect(opened.statusCode, opened.body).toBe(200)
    const { token: own } = opened.json<{ content: { token: string } }>().content
    expect((await rows('done')).slice(before)).toEqual([{ action: 'session.begin', why: '' }])
    const sessions = (await person.call(own, 'GET', '/api/account/sessions')).body.content as unknown as object[]
    expect(sessions).toContainEqual(expect.objectContaining({ second_factor: 'passkey', is_current: true }))
    const reveal = await person.call(own, 'POST', `/api/merchants/${person.merchant.key}/reveal-secret`)
    expect(reveal.status).toBe(200)
    const mails = (await messagesTo(testApp, person.email)).map(({ subject }) => subject)
    expect(mails.at(-1)).toMatch(/new (device|browser)/i)
    const factors = (await person.call(own, 'GET', '/api/account/factors')).body.content
    expect(factors).toMatchObject({ passkeys: [{ is_resident: true, last_used_at: expect.stringMatching(/^20/) }] })
  })

  it('is asked for in the same words whoever asks, without a list of passkeys', async () => {
    const [one, two] = [await asked(), await asked()]
    const { challenge, ...same } = one.options
    expect(same).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] })
    expect(two.options).toEqual({ ...same, challenge: expect.not.stringMatching(challenge) })
    expect(String(one.answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  })

  it('is good once, for five minutes, and in the browser that has asked', async () => {
    const first = await asked()
    const other = await asked()
    const signed = device.get(first.options)
    expect(outcomeOf(await signIn(signed, other.cookie))).toEqual(refused)
    expect(outcomeOf(await signIn(signed, ''))).toEqual(refused)
    expect((await signIn(signed, first.cookie)).status).toBe(200)
    expect(outcomeOf(await signIn(signed, first.cookie))).toEqual(refused)
    const both = await Promise.all([1, 2].map(() => signIn(device.get(other.options), other.cookie)))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await asked()
    await sql(`update passkey_sign_ins set expires_at = expires_at - interval '301 seconds'`)
    expect(outcomeOf(await signIn(device.get(late.options), late.cookie))).toEqual(refused)
    await asked()
    expect(await sql('select from passkey_sign_ins where expires_at <= now()')).toEqual([])
  })

  it('is used up by a try that fails', async () => {
    const { options, cookie } = await asked()
    expect(outcomeOf(await signIn(device.get(options, { verified: false }), cookie))).toEqual(refused)
    expect(outcomeOf(await signIn(device.get(options), cookie))).toEqual(refused)
  })

  it('has to have verified its user, for our address, and to be the user’s own', async () => {
    const { publicUrl } = testApp.serveParts.services
    const handle = (of: Person) =>
      Buffer.from((of.merchant.merchantId + of.subUserId).replaceAll('-', ''), 'hex').toString('base64url')
    const stranger = await personIn(testApp)
    const theirs = (await withPasskey(testApp, stranger, await stranger.session())).authenticator
    const tries: [typeof device, object][] = [
      [device, { verified: false }],
      [device, { userHandle: handle(stranger) }],
      [device, { userHandle: Buffer.from(person.subUserId).toString('base64url') }],
      [theirs, { userHandle: handle(person) }],
      [softAuthenticator({ origin: publicUrl }), { userHandle: handle(person) }],
      [softAuthenticator({ origin: publicUrl }), {}],
      [softAuthenticator({ origin: 'https://evil.example' }), { userHandle: handle(person) }],
    ]
    const texts = new Set<string>()
    for (const [by, how] of tries) {
      const { options, cookie } = await asked()
      const answer = await signIn(by.get(options, how), cookie)
      expect(outcomeOf(answer)).toEqual(refused)
      expect(answer.headers['set-cookie']).toBeUndefined()
      texts.add(String(answer.body['Message']))
    }
    expect([...texts]).toEqual([faults.invalidPasskey.text])
    expect((await come()).status).toBe(200)
  })

  it('of a copy, whose counter has not gone on, opens nothing', async () => {
    expect((await come()).status).toBe(200)
    device.rewind(0)
    expect(outcomeOf(await come())).toEqual(refused)
  })

  it('that its device does not store stays a second factor', async () => {
    const old = await personIn(testApp)
    const { authenticator } = await withPasskey(testApp, old, await old.session(), 'Key', { resident: false })
    expect(outcomeOf(await come(authenticator))).toEqual(refused)
    const challenge = (await old.signIn()).body.content as unknown as { challenge: string; factors: string[] }
    expect(challenge.factors).toContain('passkey')
  })

  it('opens nothing for a deactivated user or merchant, and the audit log says that it was tried', async () => {
    await sql('update sub_users set is_active = false where sub_user_id = $1', [person.subUserId])
    expect(outcomeOf(await come())).toEqual(refused)
    await sql('update sub_users set is_active = true where sub_user_id = $1', [person.subUserId])
    await sql(`update merchants set status = 'INACTIVE' where merchant_id = $1`, [person.merchant.merchantId])
    expect(outcomeOf(await come())).toEqual(refused)
    await runJobs(testApp)
    expect(await rows('denied')).toEqual([
      { action: 'session.begin', why: 'invalid_passkey' },
      { action: 'session.begin', why: 'invalid_passkey' },
    ])
    await sql(`update merchants set status = 'ACTIVE' where merchant_id = $1`, [person.merchant.merchantId])
    expect((await come()).status).toBe(200)
  })

  it('leads to single sign-on where that is required, and satisfies a merchant that requires two steps', async () => {
    await sql('update merchants set require_two_step = true where merchant_id = $1', [person.merchant.merchantId])
    const opened = (await come()).body.content as unknown as { user: object }
    expect(opened.user).toMatchObject({ must_set_up_two_step: false, is_2fa_enabled: true })
    const provider = await openFakeProvider()
    const connection = connectionOf(provider.issuer, person.merchant.slug)
    expect((await person.call(token, 'PUT', '/api/single-sign-on', connection)).status).toBe(200)
    await provider.close()
    expect((await come()).status).toBe(200)
    const other = await personIn(testApp, person.merchant, 'sub-admin')
    const required = 'update sso_connections set required = true, break_glass_user = $2 where merchant_id = $1'
    await sql(required, [person.merchant.merchantId, other.subUserId])
    const answer = await come()
    expect(outcomeOf(answer)).toEqual({ status: 403, reason: 'SSO_REQUIRED' })
    expect(answer.text).toContain(person.merchant.slug)
  })

  it('opens in the environment where a browser that greets its user was left', async () => {
    const known = await personIn(testApp)
    const body = { username: known.email, password: testPassword, remember_me: true }
    const greeted = await post('/api/account/login', body)
    const { authenticator } = await withPasskey(testApp, known, tokenOf(greeted))
    await sql(`update remembered_logins set environment = 'live' where sub_user_id = $1`, [known.subUserId])
    const isLive = (answer: Answer) =>
      (answer.body.content as unknown as { user: { is_live_mode: boolean } }).user.is_live_mode
    expect(isLive(await come(authenticator, cookieIn(greeted, 'remembered')))).toBe(true)
    expect(isLive(await come(device, cookieIn(greeted, 'remembered')))).toBe(false)
  })
})

describe('a locked session', () => {
  const lock = (of: string) => person.call(of, 'POST', '/api/account/lock')
  const unlock = (body: object, cookie: string) => post('/api/account/unlock', body, cookie)

  it('is opened by a passkey of its own user, which is a fresh proof too', async () => {
    const opened = await come()
    const session = cookieIn(opened)
    await lock(tokenOf(opened))
    await sql(`update sessions set proved_at = now() - interval '6 minutes' where sub_user_id = $1`, [person.subUserId])
    const colleague = await personIn(testApp, person.merchant, 'sub-admin')
    const theirs = (await withPasskey(testApp, colleague, await colleague.session())).authenticator
    const other = await asked()
    const wrong = await unlock({ passkey: theirs.get(other.options) }, `${session}; ${other.cookie}`)
    expect(outcomeOf(wrong)).toEqual(refused)
    expect((await unlock({}, session)).status).toBe(400)
    const own = await asked()
    const unlocked = await unlock({ passkey: device.get(own.options) }, `${session}; ${own.cookie}`)
    expect(unlocked.status, unlocked.text).toBe(200)
    const reveal = () => person.call(tokenOf(unlocked), 'POST', `/api/merchants/${person.merchant.key}/reveal-secret`)
    expect((await reveal()).status).toBe(200)
    await lock(tokenOf(unlocked))
    await sql(`update sessions set proved_at = now() - interval '6 minutes' where sub_user_id = $1`, [person.subUserId])
    expect((await unlock({ password: testPassword }, session)).status).toBe(200)
  })
})
