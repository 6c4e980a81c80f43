import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { send } from '#test/request.ts'
import { runJobs } from '#test/run-jobs.ts'
import {
  bearerOf,
  confirmed,
  lastToken,
  later,
  newAddress,
  post,
  registered,
  registrationOf,
  signIn,
} from './fixtures.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const merchantsOf = (email: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<Record<string, unknown>>(
      `select m.*, u.roles, u.is_email_verified from merchants m left join sub_users u using (merchant_id) where lower(m.email) = lower($1)`,
      [email],
    ),
  )

describe('registering', () => {
  it('makes a merchant of its own, in the sandbox, not yet ready, whose first user is an unverified admin', async () => {
    const { email } = await registered(testApp)
    expect(await merchantsOf(email)).toMatchObject([
      {
        name: 'Café Straße',
        slug: expect.stringMatching(/^cafe-stra-e-[a-z0-9]{4,8}$/),
        country: 'VN',
        currency: 'VND',
        time_zone: 'Asia/Ho_Chi_Minh',
        kind: 'single',
        master_id: null,
        status: 'ACTIVE',
        kyc_status: 'PENDING',
        cross_border_enabled: false,
        roles: ['admin'],
        is_email_verified: false,
      },
    ])
    const answer = await signIn(testApp, email)
    expect(answer.body.content).toMatchObject({
      user: { is_email_verified: false, is_live_mode: false, onboarding_completed: false, roles: ['admin'] },
    })
  })

  it('grants nothing that only an invite or a master can', async () => {
    const master = await testApp.addMerchant({ kind: 'master' })
    const email = newAddress()
    const answer = await post(testApp, 'register', {
      ...registrationOf(email),
      is_master_merchant: true,
      is_login_allowed: false,
      is_invite_merchant: true,
      use_master_merchant_creds: true,
      send_kyc_link_email: true,
      cross_border_enabled: true,
      cross_border_model: 'PARTNERSHIP',
      master_merchant_key: master.key,
    })
    expect(answer.status, answer.text).toBe(200)
    await runJobs(testApp)
    expect(await merchantsOf(email)).toMatchObject([
      { kind: 'single', master_id: null, cross_border_enabled: false, master_access: false },
    ])
  })

  it('with a known address answers the same, changes nothing, and tells the owner of the address alone', async () => {
    const { email } = await confirmed(testApp)
    const before = await merchantsOf(email)
    const [known, unknown] = [
      await post(testApp, 'register', registrationOf(email.toUpperCase(), 'another password 1')),
      await post(testApp, 'register', registrationOf(newAddress(), 'another password 1')),
    ]
    expect({ status: known.status, text: known.text }).toEqual({ status: unknown.status, text: unknown.text })
    await runJobs(testApp)
    expect(await merchantsOf(email)).toEqual(before)
    expect((await signIn(testApp, email, 'another password 1')).status).toBe(400)
    expect((await signIn(testApp, email)).status).toBe(200)
    expect((await messagesTo(testApp, email)).at(-1)).toMatchObject({ subject: 'You already have an account' })
    await post(testApp, 'register', registrationOf(email, 'another password 1'))
    await runJobs(testApp)
    const told = (await messagesTo(testApp, email)).filter(({ subject }) => subject === 'You already have an account')
    expect(told).toHaveLength(1)
  })

  it('many times at once with one address makes one merchant', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(testApp, 'register', registrationOf(email))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const worker = await testApp.startWorker()
    try {
      await expect.poll(pending, { timeout: 15_000 }).toBe(0)
    } finally {
      await worker.stop()
    }
    expect(await merchantsOf(email)).toHaveLength(1)
  })
  const pending = async () =>
    Number(
      (
        await testApp.owner.transaction(null, (tx) =>
          tx.query<{ n: bigint }>('select count(*) as n from registrations', []),
        )
      )[0]?.n,
    )

  it('refuses a password that will not do, with the reason at its field', async () => {
    for (const [password, reason] of [
      ['short 1', 'too_short'],
      ['no digits in here', 'no_digit'],
      ['123456789012', 'no_letter'],
      ['password12345', 'common'],
      [`${'x'.repeat(256)}1`, 'too_long'],
      ['\ud800 a password 12', 'not_text'],
    ] as const) {
      const answer = await post(testApp, 'register', registrationOf(newAddress(), password))
      expect({ status: answer.status, errors: answer.body['errors'] }, password).toMatchObject({
        status: 400,
        errors: [{ path: 'merchant_password', reason }],
      })
    }
  })

  it('leaves nothing of the password behind but its hash', async () => {
    const password = 'never to be seen 4711'
    const { email } = await registered(testApp, { password })
    await post(testApp, 'register', registrationOf(newAddress(), password))
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ all: string }>(
        `select r::text as all from registrations r union all select data::text from pgboss.job
         union all select u::text from sub_users u where email = $1`,
        [email],
      ),
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { all } of rows) expect(all).not.toContain(password)
    await runJobs(testApp)
  })

  it('is closed where it is, and says so', async () => {
    testApp.serveParts.services.registrationOpen = false
    try {
      const answer = await post(testApp, 'register', registrationOf(newAddress()))
      expect([answer.status, answer.body['status_reason']]).toEqual([403, 'REGISTRATION_CLOSED'])
      const state = await testApp.call(null, 'GET', '/api/account/registration')
      expect(state.body.content).toEqual({ is_open: false })
    } finally {
      testApp.serveParts.services.registrationOpen = true
    }
  })
})

describe('an unverified user', () => {
  const allowed = ['readSession', 'signOut', 'lockSession']
  it('may read the session, lock and sign out, and nothing else', async () => {
    const { email } = await registered(testApp)
    const headers = bearerOf(await signIn(testApp, email))
    const withSession = allCalls().filter(
      ({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string),
    )
    expect(
      withSession
        .filter(({ call }) => call.unverified)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(allowed.toSorted())
    for (const { name, call } of withSession.filter(({ call }) => !call.unverified)) {
      const path = Object.fromEntries(call.paramNames.map((param) => [param, 'x']))
      const answer = await send(testApp, null, call, { path, body: call.method === 'GET' ? undefined : {} }, headers)
      expect({ name, status: answer.status, reason: answer.body['status_reason'] }).toEqual({
        name,
        status: 403,
        reason: 'EMAIL_NOT_VERIFIED',
      })
    }
    expect((await testApp.call(null, 'GET', '/api/account/session', undefined, headers)).status).toBe(200)
  })

  it('becomes verified by the link, from another device, in the session that is open', async () => {
    const { email } = await registered(testApp)
    const headers = bearerOf(await signIn(testApp, email))
    const verifyToken = await lastToken(testApp, email)
    const answer = await post(testApp, 'verify-email', { verifyToken })
    expect(answer.body['message']).toBe('Your e-mail address is confirmed.')
    const session = await testApp.call(null, 'GET', '/api/account/session', undefined, headers)
    expect(session.body.content).toMatchObject({ user: { is_email_verified: true } })
    const again = await post(testApp, 'verify-email', { verifyToken })
    expect([again.status, again.body['status_reason']]).toEqual([400, 'LINK_NOT_VALID'])
  })

  it('gets a new link, once a minute, which voids the old one; a verified and an unknown address get none', async () => {
    const { email } = await registered(testApp)
    const first = await lastToken(testApp, email)
    const ask = async (emailId: string) => {
      const answer = await post(testApp, 'send-verify-email-link', { emailId })
      await runJobs(testApp)
      return answer
    }
    const soon = await ask(email)
    expect(await lastToken(testApp, email)).toBe(first)
    await later(testApp, 61)
    const answers = [soon, await ask(email.toUpperCase()), await ask('nobody@nowhere.example')]
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const second = await lastToken(testApp, email)
    expect(second).not.toBe(first)
    expect((await post(testApp, 'verify-email', { verifyToken: first })).status).toBe(400)
    expect((await post(testApp, 'verify-email', { verifyToken: second })).status).toBe(200)
    await later(testApp, 61)
    await ask(email)
    expect(await lastToken(testApp, email)).toBe(second)
  })

  it('has a day for the link, by the database’s clock', async () => {
    const { email } = await registered(testApp)
    const verifyToken = await lastToken(testApp, email)
    await later(testApp, 24 * 3600 + 1)
    expect((await post(testApp, 'verify-email', { verifyToken })).status).toBe(400)
  })
})
