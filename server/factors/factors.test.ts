import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { testPassword } from '#test/test-app.ts'
import {
  answerChallenge,
  challengeOf,
  codeAt,
  outcomeOf,
  personIn,
  proofIsOld,
  stillHouse,
  subjectsTo,
  tokenOf,
  withApp,
  wrong,
  wrongCode,
  type Person,
} from './fixtures.ts'

let testApp: Awaited<ReturnType<typeof stillHouse>>
let person: Person
beforeAll(async () => {
  testApp = await stillHouse()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  person = await personIn(testApp)
})

const now = () => testApp.clock.now as Date
const challenge = async (of = person) => challengeOf(await of.signIn())

describe('setting up an app', () => {
  it('asks for codes only once one was given, ends the other sessions, and hands out recovery codes once', async () => {
    const [here, there] = [await person.session(), await person.session()]
    const begun = await person.call(here, 'POST', '/merchants/verification/2FA', { email_address: person.email })
    expect(begun.body.content).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/Countinghouse:/),
      qr_code: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
    expect(tokenOf(await person.signIn())).not.toBe('')
    const { secret } = begun.body.content as unknown as { secret: string }
    const verify = (otp: string) =>
      person.call(here, 'POST', '/merchants/verification/2FA/verify', { email_address: person.email, otp })
    expect(outcomeOf(await verify(wrongCode(secret, now())))).toEqual(wrong)
    expect((await person.call(here, 'GET', '/api/account/factors')).body.content).toMatchObject({ totp_since: null })

    const confirmed = await verify(codeAt(secret, now()))
    const { recovery_codes: codes } = confirmed.body.content as unknown as { recovery_codes: string[] }
    expect(new Set(codes).size).toBe(limits.recoveryCodes)
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    expect((await person.call(there, 'GET', '/api/account/session')).status).toBe(401)
    const own = await person.call(here, 'GET', '/api/account/session')
    expect(own.body.content).toMatchObject({ user: { is_2fa_enabled: true, must_set_up_two_step: false } })
    const factors = await person.call(here, 'GET', '/api/account/factors')
    expect(factors.body.content).toMatchObject({
      totp_since: expect.stringMatching(/^20/),
      recovery_codes_left: 10,
      passkeys: [],
    })
    expect(factors.text).not.toContain(secret)
    expect(await subjectsTo(testApp, person.email)).toContain('An authenticator app was added')
    expect(outcomeOf(await verify(codeAt(secret, now())))).toEqual({ status: 409, reason: 'INVALID_STATUS_TYPE' })
  })

  it('refuses another user’s address, under the call’s own key', async () => {
    const token = await person.session()
    for (const path of ['/merchants/verification/2FA', '/merchants/verification/2FA/verify']) {
      const body = { email_address: 'other@shop.example', ...(path.endsWith('verify') && { otp: '123456' }) }
      const answer = await person.call(token, 'POST', path, body)
      expect(outcomeOf(answer)).toEqual({ status: 403, reason: 'ADDRESS_MISMATCH' })
      expect(answer.body['message']).toBe("This isn't the address you sign in with.")
    }
    expect(tokenOf(await person.signIn())).not.toBe('')
  })

  it('needs a fresh proof, and a first code within a quarter of an hour', async () => {
    const token = await person.session()
    const begin = () =>
      person.call(token, 'POST', '/merchants/verification/2FA', { email_address: person.email.toUpperCase() })
    await proofIsOld(testApp, person.subUserId)
    expect(outcomeOf(await begin())).toEqual({ status: 403, reason: 'STEP_UP_REQUIRED' })
    await person.call(token, 'POST', '/api/account/step-up', { password: testPassword })
    const { secret } = (await begin()).body.content as unknown as { secret: string }
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update totp_factors set pending_at = pending_at - interval '16 minutes' where sub_user_id = $1`, [
        person.subUserId,
      ]),
    )
    const late = await person.call(token, 'POST', '/merchants/verification/2FA/verify', {
      email_address: person.email,
      otp: codeAt(secret, now()),
    })
    expect(outcomeOf(late)).toEqual({ status: 409, reason: 'INVALID_STATUS_TYPE' })
  })

  it('replaces an app only when the new one has given a code; again and again with another seed', async () => {
    const first = await withApp(testApp, person)
    const begun = await person.call(first.token, 'POST', '/merchants/verification/2FA', { email_address: person.email })
    const { secret } = begun.body.content as unknown as { secret: string }
    expect(secret).not.toBe(first.seed)
    testApp.wait(30)
    expect((await answerChallenge(testApp, await challenge(), { otp: first.code() })).status).toBe(200)
    const confirmed = await person.call(first.token, 'POST', '/merchants/verification/2FA/verify', {
      email_address: person.email,
      otp: codeAt(secret, now()),
    })
    expect(confirmed.body.content).toEqual({ recovery_codes: [] })
    testApp.wait(30)
    expect(outcomeOf(await answerChallenge(testApp, await challenge(), { otp: first.code() }))).toEqual(wrong)
    expect((await answerChallenge(testApp, await challenge(), { otp: codeAt(secret, now()) })).status).toBe(200)
  })

  it('leaves neither seed nor codes in clear anywhere in the database', async () => {
    const { seed, recoveryCodes } = await withApp(testApp, person)
    const [dump] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ all: string }>(
        `select (select string_agg(t::text, ' ') from totp_factors t) || (select string_agg(r::text, ' ') from recovery_codes r)
           || (select string_agg(a::text, ' ') from audit_events a)
           || coalesce((select string_agg(i::text, ' ') from idempotency_keys i), '') as all`,
        [],
      ),
    )
    for (const secret of [seed, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(dump?.all).not.toContain(secret)
      expect(dump?.all).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

describe('a fresh proof', () => {
  const reveal = (token: string) => person.call(token, 'POST', `/api/merchants/${person.merchant.key}/reveal-secret`)

  it('takes the factor of a user who has one: the password is refused, the code accepted once', async () => {
    const { token, code } = await withApp(testApp, person)
    await proofIsOld(testApp, person.subUserId)
    expect((await reveal(token)).body['status_reason']).toBe('STEP_UP_REQUIRED')
    const byPassword = await person.call(token, 'POST', '/api/account/step-up', { password: testPassword })
    expect(outcomeOf(byPassword)).toEqual({ status: 400, reason: 'SECOND_FACTOR_NEEDED' })
    expect((await reveal(token)).body['status_reason']).toBe('STEP_UP_REQUIRED')
    testApp.wait(30)
    expect((await person.call(token, 'POST', '/api/account/step-up', { otp: code() })).status).toBe(200)
    expect((await reveal(token)).status).toBe(200)
    expect(outcomeOf(await person.call(token, 'POST', '/api/account/step-up', { otp: code() }))).toEqual(wrong)
  })

  it('does not unlock a session: the password does, and is no fresh proof', async () => {
    const { code } = await withApp(testApp, person)
    testApp.wait(30)
    const opened = await answerChallenge(testApp, await challenge(), { otp: code() })
    const cookie = /__Host-countinghouse=[\w-]+/.exec(String(opened.headers['set-cookie']))?.[0] ?? ''
    await proofIsOld(testApp, person.subUserId)
    await person.call(tokenOf(opened), 'POST', '/api/account/lock')
    const unlocked = await testApp.call(null, 'POST', '/api/account/unlock', { password: testPassword }, { cookie })
    expect((await person.call(tokenOf(unlocked), 'GET', '/api/account/session')).status).toBe(200)
    expect((await reveal(tokenOf(unlocked))).body['status_reason']).toBe('STEP_UP_REQUIRED')
  })
})

describe('taking the app away', () => {
  it('needs a factor; then nothing is asked for, the recovery codes are gone, and the user is told', async () => {
    const { token, code, recoveryCodes, seed } = await withApp(testApp, person)
    await proofIsOld(testApp, person.subUserId)
    const remove = () => person.call(token, 'DELETE', '/api/account/authenticator')
    expect((await remove()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    await person.call(token, 'POST', '/api/account/step-up', { password: testPassword })
    expect((await remove()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    testApp.wait(30)
    await person.call(token, 'POST', '/api/account/step-up', { otp: code() })
    expect((await remove()).body['message']).toBe('Authenticator app removed')
    expect((await remove()).status).toBe(409)
    expect(await subjectsTo(testApp, person.email)).toContain('Your authenticator app was removed')
    const plain = await person.signIn()
    expect(plain.body.content).toMatchObject({ user: { is_2fa_enabled: false } })

    const again = await withApp(testApp, person)
    expect(again.seed).not.toBe(seed)
    expect(outcomeOf(await answerChallenge(testApp, await challenge(), { recovery_code: recoveryCodes[0] }))).toEqual(
      wrong,
    )
  })
})
