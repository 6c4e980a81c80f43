import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allCalls } from '#contract/contract.ts'
import { call, content, type Call } from '#contract/kit/call.ts'
import {
  challengeOf,
  personIn,
  softAuthenticator,
  stillHouse,
  tokenOf,
  withApp,
  type Person,
} from '#server/factors/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { browserOf, connectionOf, linkIn, openFakeProvider, proofIn, type FakeProvider } from '#server/sso/fixtures.ts'
import { openSession } from '#server/session/open-session.ts'
import { lastToken } from '#server/registration/fixtures.ts'
import { testPassword, type Answer } from './test-app.ts'
import { runJobs } from './run-jobs.ts'

/**
 * No way to a session goes round the second factor. Which calls give one is read from what they promise to answer; each
 * has to be tried below as somebody who has a second factor, so a new one cannot be forgotten.
 */
const givesSession = (answers: Call): boolean => {
  const schema = JSON.stringify(z.toJSONSchema(answers.answer.schema, { io: 'input', unrepresentable: 'any' }))
  return /"(?:token|signing_key|session_token|cookie)":/.test(schema)
}
const waysIn = (calls: { name: string; call: Call }[]) => calls.filter(({ call: one }) => givesSession(one))

let testApp: Awaited<ReturnType<typeof stillHouse>>
let person: Person
let app: Awaited<ReturnType<typeof withApp>>
let greeting: string
let provider: FakeProvider
beforeAll(async () => {
  testApp = await stillHouse()
  person = await personIn(testApp)
  const body = { username: person.email, password: testPassword, remember_me: true }
  const greeted = await testApp.call(null, 'POST', '/api/account/login', body)
  greeting = cookieIn(greeted, 'remembered')
  app = await withApp(testApp, person, tokenOf(greeted))
  provider = await openFakeProvider()
  const connection = connectionOf(provider.issuer, person.merchant.slug)
  const saved = await person.call(tokenOf(greeted), 'PUT', '/api/single-sign-on', connection)
  if (saved.status !== 200) throw new Error(saved.text)
})
afterAll(async () => {
  await provider.close()
  await testApp.close()
})

const cookieIn = ({ headers }: Answer, name = '') =>
  new RegExp(`__Host-countinghouse${name && `-${name}`}=[\\w-]+`).exec(String(headers['set-cookie']))?.[0] ?? ''
const post = (path: string, body: object, cookie = '') =>
  testApp.call(null, 'POST', path, body, cookie ? { cookie } : {})
const sessions = async () => {
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ all: bigint; without: bigint }>(
      `select count(*) as all, count(*) filter (where second_factor is null and ended_at is null) as without
       from sessions where sub_user_id = $1`,
      [person.subUserId],
    ),
  )
  return { all: Number(row?.all), without: Number(row?.without) }
}
/** The session's cookie of somebody who has gone the whole way. */
async function wholeWay(): Promise<Answer> {
  testApp.wait(60)
  const login = await post('/api/account/login', { username: person.email, password: testPassword })
  return post('/api/account/sign-in/factor', { challenge: challengeOf(login), otp: app.code() })
}

/** What each gives to somebody who has proven all but the second factor: never a session that was not there. */
const tried: Record<string, () => Promise<void>> = {
  async signIn() {
    const answer = await post('/api/account/login', { username: person.email, password: testPassword })
    expect(answer.body.content).toEqual({ challenge: expect.any(String), factors: expect.any(Array) })
    expect(answer.headers['set-cookie']).toBeUndefined()
  },
  async signInRemembered() {
    const answer = await post('/api/account/remembered', { password: testPassword }, greeting)
    expect(answer.body.content).toEqual({ challenge: expect.any(String), factors: expect.any(Array) })
    expect(answer.headers['set-cookie']).toBeUndefined()
  },
  async signInFactor() {
    const login = await post('/api/account/login', { username: person.email, password: testPassword })
    const offers = [{}, { otp: '' }, { otp: app.code(-20) }, { recovery_code: 'AAAA-AAAA-AAAA-AAAA' }]
    for (const offer of [...offers, { password: testPassword }]) {
      const answer = await post('/api/account/sign-in/factor', { challenge: challengeOf(login), ...offer })
      expect({ status: answer.status, token: tokenOf(answer) }).toEqual({ status: 400, token: '' })
    }
  },
  /** A passkey is both factors; one of somebody else, or that has not verified its user, is none. */
  async signInWithPasskey() {
    const options = { origin: testApp.serveParts.services.publicUrl }
    const userHandle = Buffer.from((person.merchant.merchantId + person.subUserId).replaceAll('-', ''), 'hex')
    const stranger = softAuthenticator(options)
    const begun = await post('/api/account/passkey-sign-in/begin', {})
    const asked = begun.body.content as unknown as { challenge: string }
    const offered = stranger.get(asked, { userHandle: userHandle.toString('base64url') })
    const answer = await post('/api/account/passkey-sign-in', { passkey: offered }, cookieIn(begun, 'passkey'))
    expect({ status: answer.status, token: tokenOf(answer) }).toEqual({ status: 400, token: '' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  },
  /** Only renews what was opened with the factor. */
  async resumeSession() {
    for (const cookie of ['', greeting]) expect((await post('/api/account/session', {}, cookie)).status).toBe(401)
    const opened = await wholeWay()
    const before = await sessions()
    expect(tokenOf(await post('/api/account/session', {}, cookieIn(opened)))).not.toBe('')
    expect(await sessions()).toEqual(before)
  },
  /** The same, with the password. */
  async unlockSession() {
    for (const cookie of ['', greeting])
      expect((await post('/api/account/unlock', { password: testPassword }, cookie)).status).toBe(401)
    const opened = await wholeWay()
    const before = await sessions()
    await person.call(tokenOf(opened), 'POST', '/api/account/lock')
    expect(tokenOf(await post('/api/account/unlock', { password: testPassword }, cookieIn(opened)))).not.toBe('')
    expect(await sessions()).toEqual(before)
  },
  /** Also for somebody whose identity at their provider is linked already. */
  async finishSso() {
    const tenant = person.merchant.slug
    const browser = browserOf(testApp)
    const come = async () => browser.finish(tenant, provider.visit(await browser.begin(tenant)).query)
    const body = { username: person.email, password: testPassword, linkToken: linkIn(await come()) }
    const asked = await browser.send('POST', `/api/sso/${tenant}/link`, body)
    testApp.wait(60)
    await browser.send('POST', '/api/account/sign-in/factor', { challenge: challengeOf(asked), otp: app.code() })
    const answer = await come()
    expect(answer.body.content).toEqual(ssoChallenge)
    expect(JSON.stringify(answer.headers['set-cookie'] ?? '')).not.toContain('__Host-countinghouse=')
    await testApp.owner.transaction(null, (tx) => tx.query('delete from sso_identities', []))
  },
  async linkSso() {
    const browser = browserOf(testApp)
    const link = await proofIn(testApp, browser, person.merchant)
    const body = { linkToken: link, username: person.email, password: testPassword }
    const answer = await browser.send('POST', `/api/sso/${person.merchant.slug}/link`, body)
    expect(answer.body.content).toEqual(ssoChallenge)
    expect(answer.headers['set-cookie']).toBeUndefined()
  },
  async confirmSsoLink() {
    const browser = browserOf(testApp)
    const link = await proofIn(testApp, browser, person.merchant)
    await browser.send('POST', `/api/sso/${person.merchant.slug}/mail`, {
      linkToken: link,
      email_address: person.email,
    })
    await runJobs(testApp)
    const body = { mailToken: await lastToken(testApp, person.email) }
    const answer = await browser.send('POST', '/api/sso/confirm', body)
    expect(answer.body.content).toEqual(ssoChallenge)
    expect(answer.headers['set-cookie']).toBeUndefined()
  },
  /** For the secret of the merchant alone: no password of a person is one. */
  async createAuthToken() {
    const asked = { portone_key: person.merchant.key, portone_secret: testPassword }
    const answer = await post('/api/merchant/auth-token', asked)
    expect({ status: answer.status, token: tokenOf(answer) }).toEqual({ status: 400, token: '' })
  },
  /** Narrows the session that asks, and there has to be one. */
  async viewAs() {
    const roles = { roles: ['payment-user'] }
    expect((await post('/api/users/view-as', roles, greeting)).status).toBe(401)
    const opened = await wholeWay()
    const before = await sessions()
    expect(tokenOf(await person.call(tokenOf(opened), 'POST', '/api/users/view-as', roles))).not.toBe('')
    expect(await sessions()).toEqual(before)
  },
}
const ssoChallenge = { challenge: expect.any(String), factors: expect.any(Array), return_to: '' }

describe('every call that answers a session', () => {
  it('is tried here', () => {
    expect(
      waysIn(allCalls())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(tried).toSorted())
  })

  it('is found by what it answers: one that is planted is missed by nobody', () => {
    const nested = z.object({ inner: z.union([z.null(), z.object({ token: z.string() })]) })
    const planted = call({ at: 'POST /api/account/back-door', answer: content(nested), access: 'public' })
    expect(waysIn([{ name: 'backDoor', call: planted }])).toHaveLength(1)
  })

  it.each(Object.entries(tried))('%s asks for the second factor', async (_name, attempt) => {
    const before = await sessions()
    await attempt()
    expect((await sessions()).without).toBe(0)
    expect((await sessions()).all).toBeGreaterThanOrEqual(before.all)
  })
})

describe('a session without the factor', () => {
  it('is refused by the database itself', async () => {
    const owner = { merchantId: person.merchant.merchantId, environment: 'sandbox' as const }
    const around = (secondFactor: null | 'totp') =>
      ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
        openSession(ctx, person.subUserId, { environment: 'sandbox', secondFactor, came: null }),
      )
    await expect(around(null)).rejects.toThrow(/needs a second factor/)
    await expect(around('totp')).resolves.toMatchObject({ session: { subUserId: person.subUserId } })
  })

  it('is opened in one place alone', () => {
    const root = join(import.meta.dirname, '../server')
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /(?<!\.test|fixtures)\.ts$/.test(file.name))
      .map((file) => join(file.parentPath, file.name))
    const holding = (text: RegExp) =>
      files.filter((file) => text.test(readFileSync(file, 'utf8'))).map((file) => file.slice(root.length + 1))
    // The demo's people have been there before; nobody has a token of that.
    const writers = ['demo/past-session.ts', 'session/open-session.ts']
    expect(holding(/insert into sessions\b|insertInto\('sessions'\)|own\s*\.insert\('sessions',/)).toEqual(writers)
    expect(holding(/\bopenSession\(/)).toEqual(['session/finish-sign-in.ts', 'session/open-session.ts'])
    expect(holding(/\bopenedBy\(/)).toEqual([
      'session/finish-sign-in.ts',
      'session/handlers.ts',
      'session/passkey-handlers.ts',
    ])
  })

  it('is not had by choosing a new password, which leaves the factor as it is', async () => {
    await post('/api/account/send-reset-password-link', { emailId: person.email })
    await runJobs(testApp)
    const before = await sessions()
    const chosen = { resetToken: await lastToken(testApp, person.email), password: 'another password 8' }
    const answer = await post('/api/account/update-password', chosen)
    expect({ status: answer.status, cookie: answer.headers['set-cookie'], content: answer.body.content }).toEqual({
      status: 200,
    })
    expect((await sessions()).all).toBe(before.all)
    const login = await post('/api/account/login', { username: person.email, password: chosen.password })
    expect(challengeOf(login)).not.toBe('')
  })
})
