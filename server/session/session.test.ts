import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp, testPassword, type Answer, type TestApp, type TestMerchant } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let email: string
beforeAll(async () => {
  testApp = await openTestApp({}, { passwords: 'real' })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant({ logins: ['admin'] })
  email = `admin@${merchant.slug}.example`
})

const signIn = (username: string, password: string, address = '198.51.100.7') =>
  testApp.app
    .inject({
      method: 'POST',
      url: '/gateway/api/account/login',
      payload: { username, password },
      remoteAddress: address,
    })
    .then((answer) => ({
      status: answer.statusCode,
      text: answer.body,
      body: answer.json<Answer['body']>(),
      headers: answer.headers as Record<string, unknown>,
    }))
interface Opened {
  token: string
  signing_key: string
  user: { merchantUuid: string; is_live_mode: boolean; secure_hash: string }
}
const opened = (answer: Pick<Answer, 'body'>) => answer.body.content as unknown as Opened
const cookieOf = (answer: Pick<Answer, 'headers'>) => String(answer.headers['set-cookie']).split(';')[0] as string
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const list = (token: string) =>
  testApp.call(null, 'POST', `/merchant/${merchant.merchantId}/paymentLinks`, {}, bearer(token))

describe('signing in', () => {
  it('gives a token, the user without the secret, and a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn(email.toUpperCase(), testPassword)
    expect(answer.status).toBe(200)
    expect(opened(answer).token).toMatch(/^[\w-]{47}$/)
    expect(answer.text).not.toContain(merchant.secret)
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    expect(cookies).toContainEqual(
      expect.stringMatching(
        /^__Host-countinghouse=[\w-]{47}; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Strict$/,
      ),
    )
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Strict$/)
    expect((await list(opened(answer).token)).status).toBe(200)
  })

  it('answers a wrong password and an unknown name with the same words', async () => {
    const [wrong, unknown] = [
      await signIn(email, 'not the password 1'),
      await signIn('nobody@nowhere.example', 'not the password 1'),
    ]
    for (const answer of [wrong, unknown])
      expect({ status: answer.status, reason: answer.body['status_reason'] }).toEqual({
        status: 400,
        reason: 'INVALID_PASSWORD',
      })
    expect(wrong.body['Message']).toBe(unknown.body['Message'])
    expect(wrong.body['message']).toBe(wrong.body['Message'])
  })

  it('refuses an inactive user and an inactive merchant like a wrong password', async () => {
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where merchant_id = $1', [merchant.merchantId]),
    )
    expect((await signIn(email, testPassword)).body['status_reason']).toBe('INVALID_PASSWORD')
    await testApp.owner.transaction(null, async (tx) => {
      await tx.query('update sub_users set is_active = true where merchant_id = $1', [merchant.merchantId])
      await tx.query(`update merchants set status = 'INACTIVE' where merchant_id = $1`, [merchant.merchantId])
    })
    expect((await signIn(email, testPassword)).body['status_reason']).toBe('INVALID_PASSWORD')
  })

  it('locks after ten failures for the failing address only, in parallel too', async () => {
    await Promise.all(
      Array.from({ length: limits.signInFailures }, () => signIn(email, 'not the password 1', '203.0.113.5')),
    )
    const locked = await signIn(email, testPassword, '203.0.113.5')
    expect({ status: locked.status, reason: locked.body['status_reason'] }).toEqual({
      status: 429,
      reason: 'SIGN_IN_LOCKED',
    })
    expect((await signIn(email, testPassword, '198.51.100.7')).status).toBe(200)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sign_in_failures set locked_until = now() - interval '1 second' where failures >= 10`, []),
    )
    expect((await signIn(email, testPassword, '203.0.113.5')).status).toBe(200)
  })

  it('stops guesses that come from everywhere, without stopping the person at their own desk', async () => {
    expect((await signIn(email, testPassword, '198.51.100.7')).status).toBe(200)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `insert into sign_in_failures select sha256($1::bytea), '203.0.113.' || n, 5, now() from generate_series(1, 20) n`,
        [email],
      ),
    )
    expect((await signIn(email, testPassword, '203.0.113.99')).body['status_reason']).toBe('SIGN_IN_LOCKED')
    expect((await signIn(email, testPassword, '198.51.100.7')).status).toBe(200)
  })

  it('serves all other calls during a flood of sign-ins, some of which get 429', async () => {
    const { token } = opened(await signIn(email, testPassword))
    const flood = Array.from({ length: 60 }, (_, n) =>
      signIn(`flood${n}@nowhere.example`, 'not the password 1', `192.0.2.${n}`),
    )
    const calls = await Promise.all(Array.from({ length: 30 }, () => list(token)))
    expect(calls.map(({ status }) => status)).toEqual(Array(30).fill(200))
    const statuses = (await Promise.all(flood)).map(
      ({ status, headers }) => `${status}${headers['retry-after'] ? ' wait' : ''}`,
    )
    expect(new Set(statuses)).toEqual(new Set(['400', '429 wait']))
  })

  it('keeps no secret of a session in clear', async () => {
    const answer = await signIn(email, testPassword)
    const cookie = cookieOf(answer).split('=')[1] as string
    const dump = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ all: string }>(
        `select (select string_agg(s::text, ' ') from sessions s) || (select string_agg(t::text, ' ') from session_tokens t) as all`,
        [],
      ),
    )
    for (const secret of [cookie, opened(answer).token]) {
      expect(dump[0]?.all).not.toContain(secret)
      expect(dump[0]?.all).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

describe('a session', () => {
  it('gives a reloaded tab a fresh token by its cookie, and both tabs go on', async () => {
    const first = await signIn(email, testPassword)
    const again = await testApp.call(null, 'POST', '/api/account/session', {}, { cookie: cookieOf(first) })
    expect(again.status).toBe(200)
    expect(opened(again).token).not.toBe(opened(first).token)
    expect(opened(again).signing_key).toBe(opened(first).signing_key)
    for (const answer of [first, again]) expect((await list(opened(answer).token)).status).toBe(200)
  })

  it('is not accepted by its cookie alone', async () => {
    const cookie = cookieOf(await signIn(email, testPassword))
    const answer = await testApp.call(null, 'POST', `/merchant/${merchant.merchantId}/paymentLinks`, {}, { cookie })
    expect(answer.body['status_reason']).toBe(faults.sessionLost.reason)
  })

  it('ends at once for every tab with signing out, cookie included', async () => {
    const first = await signIn(email, testPassword)
    const second = await testApp.call(null, 'POST', '/api/account/session', {}, { cookie: cookieOf(first) })
    const out = await testApp.call(null, 'POST', '/api/account/logout', undefined, bearer(opened(first).token))
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toContain('Max-Age=0')
    for (const answer of [first, second])
      expect((await list(opened(answer).token)).body['status_reason']).toBe(faults.sessionLost.reason)
    expect(
      (await testApp.call(null, 'POST', '/api/account/session', {}, { cookie: cookieOf(first) })).body['status_reason'],
    ).toBe(faults.sessionLost.reason)
  })

  it('ends and is locked for a master whose request names a sub-merchant, too', async () => {
    const boss = await testApp.addMerchant({ kind: 'master' })
    const sub = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId })
    const named = { 'x-sub-merchant-key': sub.key }
    for (const [path, reason] of [
      ['/api/account/logout', faults.sessionLost.reason],
      ['/api/account/lock', faults.sessionLocked.reason],
    ] as const) {
      const session = await testApp.signIn(boss)
      expect((await testApp.call(session, 'POST', path, undefined, named)).status).toBe(200)
      expect((await testApp.call(session, 'GET', '/api/account/session')).body['status_reason']).toBe(reason)
    }
    // The audit log of the other merchant is none of theirs.
    const logged = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ action: string; merchant_id: string }>(
        'select action, merchant_id from audit_events where merchant_id = any ($1::uuid[]) order by event_id',
        [[boss.merchantId, sub.merchantId]],
      ),
    )
    expect(logged).toEqual(['session.end', 'session.lock'].map((action) => ({ action, merchant_id: boss.merchantId })))
    const session = await testApp.signIn(boss)
    const { content } = (await testApp.call(session, 'GET', '/api/account/session', undefined, named)).body
    expect(content).toMatchObject({ user: { iamportKey: boss.key } })
  })

  it('that idling has locked opens with the password and only with it', async () => {
    const first = await signIn(email, testPassword)
    const cookie = cookieOf(first)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sessions set last_seen_at = now() - interval '16 minutes' where merchant_id = $1`, [
        merchant.merchantId,
      ]),
    )
    expect((await list(opened(first).token)).body['status_reason']).toBe(faults.sessionLocked.reason)
    expect((await testApp.call(null, 'POST', '/api/account/session', {}, { cookie })).body['status_reason']).toBe(
      faults.sessionLocked.reason,
    )
    expect(
      (await testApp.call(null, 'POST', '/api/account/unlock', { password: 'not the password 1' }, { cookie })).body[
        'status_reason'
      ],
    ).toBe('INVALID_PASSWORD')
    const unlocked = await testApp.call(null, 'POST', '/api/account/unlock', { password: testPassword }, { cookie })
    expect(unlocked.status).toBe(200)
    for (const answer of [first, unlocked]) expect((await list(opened(answer).token)).status).toBe(200)
  })

  it('stays awake while it is used', async () => {
    const { token } = opened(await signIn(email, testPassword))
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sessions set last_seen_at = now() - interval '14 minutes' where merchant_id = $1`, [
        merchant.merchantId,
      ]),
    )
    expect((await list(token)).status).toBe(200)
    await expect
      .poll(async () => {
        const [row] = await testApp.owner.transaction(null, (tx) =>
          tx.query<{ fresh: boolean }>(
            `select last_seen_at > now() - interval '1 minute' as fresh from sessions where merchant_id = $1`,
            [merchant.merchantId],
          ),
        )
        return row?.fresh
      })
      .toBe(true)
  })

  it('is not kept awake by a screen’s own polling', async () => {
    const own = await testApp.addMerchant()
    const { token, sessionId } = await testApp.signIn(own)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sessions set last_seen_at = now() - interval '14 minutes' where session_id = $1`, [sessionId]),
    )
    const ask = (headers: Record<string, string>) =>
      testApp.call(null, 'POST', `/merchant/${own.key}/paymentLinks`, {}, { ...bearer(token), ...headers })
    const fresh = async () => {
      const [row] = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ fresh: boolean }>(
          `select last_seen_at > now() - interval '1 minute' as fresh from sessions where session_id = $1`,
          [sessionId],
        ),
      )
      return row?.fresh
    }
    for (let n = 0; n < 5; n++) expect((await ask({ 'x-background': '1' })).status).toBe(200)
    expect(await fresh()).toBe(false)
    expect((await ask({})).status).toBe(200)
    await expect.poll(fresh).toBe(true)
  })

  it('moves to live only for a merchant that has completed onboarding, and each tab keeps its environment', async () => {
    const first = await signIn(email, testPassword)
    const live = await testApp.call(
      null,
      'POST',
      '/api/account/session',
      { environment: 'live' },
      { cookie: cookieOf(first) },
    )
    expect(opened(live).user.is_live_mode).toBe(true)
    expect(opened(live).signing_key).not.toBe(opened(first).signing_key)
    const crossed = await testApp.call(
      null,
      'POST',
      `/merchant/${merchant.merchantId}/paymentLinks`,
      { environment: 'live' },
      bearer(opened(first).token),
    )
    expect(crossed.body['status_reason']).toBe('INVALID_ENVIRONMENT')

    const ember = await testApp.addMerchant({ logins: ['admin'], onboarded: false })
    const cookie = cookieOf(await signIn(`admin@${ember.slug}.example`, testPassword))
    const refused = await testApp.call(null, 'POST', '/api/account/session', { environment: 'live' }, { cookie })
    expect({ status: refused.status, reason: refused.body['status_reason'] }).toEqual({
      status: 403,
      reason: 'ROLE_NOT_ALLOWED',
    })
  })

  it('asks for the password again before it shows a secret, five minutes after the last time', async () => {
    const { token } = opened(await signIn(email, testPassword))
    const reveal = () =>
      testApp.call(null, 'POST', `/api/merchants/${merchant.key}/reveal-secret`, undefined, bearer(token))
    expect((await reveal()).body.content).toEqual({ iamportSecret: merchant.secret })
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sessions set proved_at = now() - interval '6 minutes' where merchant_id = $1`, [
        merchant.merchantId,
      ]),
    )
    expect((await reveal()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    const wrong = await testApp.call(
      null,
      'POST',
      '/api/account/step-up',
      { password: 'not the password 1' },
      bearer(token),
    )
    expect(wrong.body['status_reason']).toBe('INVALID_PASSWORD')
    expect((await reveal()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    expect(
      (await testApp.call(null, 'POST', '/api/account/step-up', { password: testPassword }, bearer(token))).status,
    ).toBe(200)
    expect((await reveal()).body.content).toEqual({ iamportSecret: merchant.secret })
  })

  it('changes its rights with the next call when its roles change', async () => {
    const { token } = opened(await signIn(email, testPassword))
    expect((await list(token)).status).toBe(200)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sub_users set roles = '{payouts-user}' where merchant_id = $1`, [merchant.merchantId]),
    )
    expect((await list(token)).body['status_reason']).toBe('ROLE_NOT_ALLOWED')
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sub_users set roles = '{admin}' where merchant_id = $1`, [merchant.merchantId]),
    )
    expect((await list(token)).status).toBe(200)
  })
})
