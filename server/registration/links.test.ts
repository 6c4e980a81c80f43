import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { makeSetUpLink } from './set-up-link.ts'
import { goodPassword, lastToken, later, newAddress, post, registered, registrationOf, signIn } from './fixtures.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('the links', () => {
  it('lead to the configured address, whatever the request says its host is', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { host: 'evil.example', forwarded: 'host=evil.example' },
    ] as Record<string, string>[]) {
      const email = newAddress()
      await post(testApp, 'register', registrationOf(email), headers)
      await runJobs(testApp)
      await later(testApp, 61)
      await post(testApp, 'send-verify-email-link', { emailId: email }, headers)
      await post(testApp, 'send-reset-password-link', { emailId: email }, headers)
      await runJobs(testApp)
      const texts = (await messagesTo(testApp, email)).map(({ text }) => text)
      expect(texts).toHaveLength(3)
      for (const text of texts) {
        expect(text).not.toContain('evil')
        for (const [url] of text.matchAll(/https?:\S+/g)) expect(url).toMatch(/^http:\/\/localhost:8080\//)
      }
    }
  })

  it('come in the language that was asked in', async () => {
    const email = newAddress()
    await post(testApp, 'register', registrationOf(email), { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' })
    await runJobs(testApp)
    const [mail] = await messagesTo(testApp, email)
    expect(mail?.subject).toBe('تأكيد عنوان بريدك الإلكتروني')
    expect(mail?.text).toMatch(/^مرحبًا،/)
    expect(mail?.text).toMatch(/^http:\/\/localhost:8080\/verify-email#token=[\w-]{47}$/m)
  })

  it('keep their tokens out of the database', async () => {
    const { email } = await registered(testApp)
    const token = await lastToken(testApp, email)
    const tables = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ all: string }>(
        `select t::text as all from one_time_tokens t union all select m::text from messages m union all select data::text from pgboss.job`,
        [],
      ),
    )
    for (const { all } of tables) expect(all).not.toContain(token)
  })
})

describe('the set-up link', () => {
  let empty: TestApp
  beforeAll(async () => {
    empty = await openTestApp({ REGISTRATION: 'closed' })
  })
  afterAll(() => empty.close())
  const linkToken = async () => (await makeSetUpLink(empty.parts))?.split('#setup=')[1] ?? ''
  const setUp = (setup_token: string, more: object = {}) =>
    post(empty, 'register', { ...registrationOf(newAddress()), setup_token, ...more })

  it('leads to the configured address and stays valid until the next start', async () => {
    const first = await makeSetUpLink(empty.parts)
    expect(first).toMatch(/^http:\/\/localhost:8080\/register#setup=[\w-]{43}$/)
    await linkToken()
    const answer = await setUp(first?.split('=')[1] ?? '')
    expect([answer.status, answer.body['status_reason']]).toEqual([400, 'LINK_NOT_VALID'])
  })

  it('is over after 24 hours', async () => {
    const token = await linkToken()
    await empty.owner.transaction(null, (tx) =>
      tx.query(`update set_up_tokens set expires_at = clock_timestamp() - interval '1 second'`, []),
    )
    expect((await setUp(token)).status).toBe(400)
  })

  it('makes one merchant of the wanted kind, confirmed, however often it is used at once, and then none', async () => {
    const token = await linkToken()
    const weak = await setUp(token, { merchant_password: 'password12345' })
    expect(weak.status).toBe(400)
    const email = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => setUp(token, { merchant_loginid: email, is_master_merchant: true })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await setUp(token)).status).toBe(400)
    const user = await signIn(empty, email, goodPassword)
    expect(user.body.content).toMatchObject({ user: { is_master_merchant: true, is_email_verified: true } })
    expect(await makeSetUpLink(empty.parts)).toBeNull()
  })
})
