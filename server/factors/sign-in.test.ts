import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { testPassword } from '#test/test-app.ts'
import {
  answerChallenge,
  challengeOf,
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

const locked = { status: 429, reason: 'CODES_LOCKED' }
const now = () => testApp.clock.now as Date
const challenge = async (of = person) => challengeOf(await of.signIn())

describe('signing in with an app', () => {
  it('answers the password with a challenge and no session, and the code with the session', async () => {
    const { code } = await withApp(testApp, person)
    const answer = await person.signIn()
    expect(answer.body.content).toEqual({
      challenge: expect.stringMatching(/^[\w-]{47}$/),
      factors: ['totp', 'recovery_code'],
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    testApp.wait(30)
    const opened = await answerChallenge(testApp, challengeOf(answer), { otp: code() })
    expect(opened.body.content).toMatchObject({ token: expect.any(String), user: { is_2fa_enabled: true } })
    expect(String(opened.headers['set-cookie'])).toContain('__Host-countinghouse=')
    expect((await person.call(tokenOf(opened), 'GET', '/api/account/session')).status).toBe(200)
  })

  it('takes a code once: not again, not one of an earlier step, in whatever sign-in', async () => {
    const { code } = await withApp(testApp, person)
    expect(outcomeOf(await answerChallenge(testApp, await challenge(), { otp: code() }))).toEqual(wrong)
    testApp.wait(60)
    expect((await answerChallenge(testApp, await challenge(), { otp: code(1) })).status).toBe(200)
    for (const steps of [1, 0, -1])
      expect(outcomeOf(await answerChallenge(testApp, await challenge(), { otp: code(steps) }))).toEqual(wrong)
    testApp.wait(60)
    expect((await answerChallenge(testApp, await challenge(), { otp: code() })).status).toBe(200)
  })

  it('opens one session for a code that is given four times at once, and one for a challenge', async () => {
    const { code } = await withApp(testApp, person)
    testApp.wait(30)
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challenge()))
    const answers = await Promise.all(challenges.map((one) => answerChallenge(testApp, one, { otp: code() })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    testApp.wait(30)
    await testApp.owner.transaction(null, (tx) => tx.query('update totp_factors set tries = 0', []))
    const one = await challenge()
    const again = await Promise.all(Array.from({ length: 4 }, () => answerChallenge(testApp, one, { otp: code() })))
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of [...answers, ...again]) expect(status).toBeLessThan(500)
  })

  it('takes a challenge once, for five minutes, from the address that it was given to', async () => {
    const { code } = await withApp(testApp, person)
    testApp.wait(30)
    const expired = { status: 400, reason: 'SIGN_IN_EXPIRED' }
    const one = await challenge()
    expect(outcomeOf(await answerChallenge(testApp, one, { otp: code() }, { address: '203.0.113.9' }))).toEqual(expired)
    expect((await answerChallenge(testApp, one, { otp: code() })).status).toBe(200)
    testApp.wait(30)
    expect(outcomeOf(await answerChallenge(testApp, one, { otp: code() }))).toEqual(expired)
    expect(outcomeOf(await answerChallenge(testApp, 'A'.repeat(43), { otp: code() }))).toEqual(expired)
    const late = await challenge()
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sign_in_challenges set expires_at = expires_at - interval '301 seconds'`, []),
    )
    expect(outcomeOf(await answerChallenge(testApp, late, { otp: code() }))).toEqual(expired)
  })

  it('forgets a challenge when the password is changed, and that of a user who becomes inactive', async () => {
    const { code, token } = await withApp(testApp, person)
    const one = await challenge()
    await person.call(token, 'POST', '/api/account/change-password', {
      old_password: testPassword,
      new_password: 'quite another password 7',
    })
    testApp.wait(30)
    expect((await answerChallenge(testApp, one, { otp: code() })).body['status_reason']).toBe('SIGN_IN_EXPIRED')
    const other = await personIn(testApp)
    const app = await withApp(testApp, other)
    const theirs = await challenge(other)
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where sub_user_id = $1', [other.subUserId]),
    )
    testApp.wait(30)
    expect((await answerChallenge(testApp, theirs, { otp: app.code() })).body['status_reason']).toBe('SIGN_IN_EXPIRED')
  })

  it('wants exactly one factor', async () => {
    const { code, recoveryCodes } = await withApp(testApp, person)
    testApp.wait(30)
    const one = await challenge()
    for (const offer of [{}, { otp: code(), recovery_code: recoveryCodes[0] }])
      expect(outcomeOf(await answerChallenge(testApp, one, offer))).toEqual({
        status: 400,
        reason: 'INVALID_REQUEST_DATA',
      })
    expect((await answerChallenge(testApp, one, { otp: code() })).status).toBe(200)
  })

  it('greets a remembered browser, and still asks it for the factor', async () => {
    const { code } = await withApp(testApp, person)
    testApp.wait(30)
    const body = { username: person.email, password: testPassword, remember_me: true }
    const asked = await testApp.call(null, 'POST', '/api/account/login', body)
    expect(asked.headers['set-cookie']).toBeUndefined()
    const opened = await testApp.call(null, 'POST', '/api/account/sign-in/factor', {
      challenge: challengeOf(asked),
      otp: code(),
    })
    const cookie = /__Host-countinghouse-remembered=[\w-]+/.exec(String(opened.headers['set-cookie']))?.[0] ?? ''
    const again = await testApp.call(null, 'POST', '/api/account/remembered', { password: testPassword }, { cookie })
    expect(again.body.content).toEqual({ challenge: expect.any(String), factors: ['totp', 'recovery_code'] })
    expect(again.headers['set-cookie']).toBeUndefined()
  })
})

describe('wrong codes', () => {
  const tryWrong = async (seed: string, times: number) => {
    const one = await challenge()
    const reasons = []
    for (let i = 0; i < times; i++)
      reasons.push((await answerChallenge(testApp, one, { otp: wrongCode(seed, now()) })).body['status_reason'])
    return reasons
  }
  const lockEnds = () =>
    testApp.owner.transaction(null, (tx) =>
      tx.query(`update totp_factors set locked_until = clock_timestamp() where sub_user_id = $1`, [person.subUserId]),
    )

  it('lock codes after five, for this user, who gets a mail and keeps sessions, passkeys and recovery codes', async () => {
    const other = await personIn(testApp, person.merchant, 'sub-admin')
    const theirs = await withApp(testApp, other)
    const { seed, token, code, recoveryCodes } = await withApp(testApp, person)
    testApp.wait(30)
    expect(await tryWrong(seed, 6)).toEqual([...Array<string>(5).fill(wrong.reason), locked.reason])
    const one = await challenge()
    expect(outcomeOf(await answerChallenge(testApp, one, { otp: code() }))).toEqual(locked)
    expect((await person.call(token, 'GET', '/api/account/session')).status).toBe(200)
    expect(outcomeOf(await person.call(token, 'POST', '/api/account/step-up', { otp: code() }))).toEqual(locked)
    expect((await answerChallenge(testApp, await challenge(other), { otp: theirs.code() })).status).toBe(200)
    expect(await subjectsTo(testApp, person.email)).toContain('Someone entered wrong codes')
    expect((await answerChallenge(testApp, one, { recovery_code: recoveryCodes[0] })).status).toBe(200)
    expect(outcomeOf(await answerChallenge(testApp, await challenge(), { otp: code() }))).toEqual(locked)
  })

  it('are counted before they are looked at: of thirty at once five are', async () => {
    const { seed } = await withApp(testApp, person)
    testApp.wait(30)
    const one = await challenge()
    const otp = wrongCode(seed, now())
    const answers = await Promise.all(Array.from({ length: 30 }, () => answerChallenge(testApp, one, { otp })))
    const looked = answers.filter(({ body }) => body['status_reason'] === wrong.reason)
    expect(looked).toHaveLength(limits.codeTries)
    expect(answers.filter(({ body }) => body['status_reason'] === locked.reason)).toHaveLength(25)
  })

  it('lock twice as long each time, and a right code begins anew', async () => {
    const { seed, code } = await withApp(testApp, person)
    testApp.wait(30)
    const minutes = async () => {
      const [row] = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ minutes: number }>(
          `select round(extract(epoch from locked_until - clock_timestamp()) / 60)::int as minutes from totp_factors where sub_user_id = $1`,
          [person.subUserId],
        ),
      )
      return row?.minutes
    }
    for (const wanted of [15, 30, 60, 120, 240, 480, 480]) {
      await tryWrong(seed, 5)
      expect(await minutes()).toBe(wanted)
      await lockEnds()
    }
    expect((await answerChallenge(testApp, await challenge(), { otp: code() })).status).toBe(200)
    expect((await tryWrong(seed, 4)).length).toBe(4)
    testApp.wait(30)
    expect((await answerChallenge(testApp, await challenge(), { otp: code() })).status).toBe(200)
    await tryWrong(seed, 5)
    expect(await minutes()).toBe(15)
  })

  it('cannot be tried without the password', async () => {
    const { seed, code } = await withApp(testApp, person)
    testApp.wait(30)
    const stray = { otp: wrongCode(seed, now()) }
    for (let i = 0; i < 10; i++) await answerChallenge(testApp, 'B'.repeat(43), stray)
    expect((await answerChallenge(testApp, await challenge(), { otp: code() })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('open once each, also when one is given ten times at once, however it is typed; their use is told', async () => {
    const { recoveryCodes } = await withApp(testApp, person)
    const [first = '', second = ''] = recoveryCodes
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challenge()))
    const answers = await Promise.all(challenges.map((one) => answerChallenge(testApp, one, { recovery_code: first })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(outcomeOf(await answerChallenge(testApp, await challenge(), { recovery_code: first }))).toEqual(wrong)
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')} `
    const opened = await answerChallenge(testApp, await challenge(), { recovery_code: typed })
    expect((await person.call(tokenOf(opened), 'GET', '/api/account/factors')).body.content).toMatchObject({
      recovery_codes_left: 8,
    })
    const mails = await messagesTo(testApp, person.email)
    expect(mails.filter(({ subject }) => subject === 'A recovery code was used').at(-1)?.text).toContain(
      'You have 8 left',
    )
  })

  it('are void once there are newer ones, which a factor has to be given for', async () => {
    const { token, recoveryCodes, code } = await withApp(testApp, person)
    await proofIsOld(testApp, person.subUserId)
    const renew = () => person.call(token, 'POST', '/api/account/recovery-codes')
    expect((await renew()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    testApp.wait(30)
    await person.call(token, 'POST', '/api/account/step-up', { otp: code() })
    const { recovery_codes: fresh } = (await renew()).body.content as unknown as { recovery_codes: string[] }
    expect(fresh).toHaveLength(10)
    expect(outcomeOf(await answerChallenge(testApp, await challenge(), { recovery_code: recoveryCodes[3] }))).toEqual(
      wrong,
    )
    expect((await answerChallenge(testApp, await challenge(), { recovery_code: fresh[3] })).status).toBe(200)
  })

  it('are not made for a user without a factor, and open nothing of another user', async () => {
    const token = await person.session()
    expect((await person.call(token, 'POST', '/api/account/recovery-codes')).status).toBe(409)
    const { recoveryCodes } = await withApp(testApp, person)
    const other = await personIn(testApp, person.merchant, 'sub-admin')
    await withApp(testApp, other)
    expect(
      outcomeOf(await answerChallenge(testApp, await challenge(other), { recovery_code: recoveryCodes[0] })),
    ).toEqual(wrong)
  })
})
