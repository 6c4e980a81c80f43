import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import {
  bearerOf,
  confirmed,
  goodPassword,
  lastToken,
  later,
  newAddress,
  post,
  registered,
  signIn,
} from '#server/registration/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const newPassword = 'another password 8'
const reset = (resetToken: string, password = newPassword) => post(testApp, 'update-password', { resetToken, password })
const refused = { status: 400, reason: 'LINK_NOT_VALID' }
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  reason: body['status_reason'],
})

/** Asks for a link and gives its token. */
async function asked(email: string, headers: Record<string, string> = {}): Promise<string> {
  await later(testApp, 61)
  await post(testApp, 'send-reset-password-link', { emailId: email }, headers)
  await runJobs(testApp)
  return lastToken(testApp, email)
}

describe('asking for a link', () => {
  it('answers known, unknown, inactive and unverified addresses with the same bytes', async () => {
    const [known, unverified, inactive] = [
      await confirmed(testApp),
      await registered(testApp),
      await confirmed(testApp),
    ]
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where email = $1', [inactive.email]),
    )
    const addresses = [known.email, unverified.email, inactive.email, newAddress(), known.email.toUpperCase()]
    const answers = []
    for (const emailId of addresses) answers.push(await post(testApp, 'send-reset-password-link', { emailId }))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body['message']).toBe(
      'If this address is known, a link to choose a new password is on its way to it.',
    )
    await runJobs(testApp)
    const subjects = async (email: string) => (await messagesTo(testApp, email)).map(({ subject }) => subject)
    expect(await subjects(known.email)).toContain('Set a new password')
    expect(await subjects(unverified.email)).toContain('Set a new password')
    expect(await subjects(inactive.email)).not.toContain('Set a new password')
  })

  it('writes at most once a minute, so that a mailbox cannot be flooded', async () => {
    const { email } = await confirmed(testApp)
    for (let i = 0; i < 5; i++) await post(testApp, 'send-reset-password-link', { emailId: email })
    await runJobs(testApp)
    const mails = (await messagesTo(testApp, email)).filter(({ subject }) => subject === 'Set a new password')
    expect(mails).toHaveLength(1)
  })

  it('writes in the language that was asked in', async () => {
    const { email } = await confirmed(testApp)
    await asked(email, { 'accept-language': 'ar' })
    expect((await messagesTo(testApp, email)).at(-1)).toMatchObject({ subject: 'اختيار كلمة مرور جديدة' })
  })
})

describe('the link', () => {
  it('sets the password, ends all sessions, lifts the lock-out, forgets browsers, and tells the user', async () => {
    const { email } = await confirmed(testApp)
    const [one, two] = [await signIn(testApp, email), await signIn(testApp, email)]
    const greeted = await post(testApp, 'login', { username: email, password: goodPassword, remember_me: true })
    const cookie = String(greeted.headers['set-cookie'])
    expect(cookie).toContain('__Host-countinghouse-remembered=')
    for (let i = 0; i < limits.signInFailures; i++) await signIn(testApp, email, 'wrong password 1')
    expect((await signIn(testApp, email)).body['status_reason']).toBe('SIGN_IN_LOCKED')

    const answer = await reset(await asked(email))
    expect({ status: answer.status, message: answer.body['message'] }).toEqual({
      status: 200,
      message: 'Your password is changed. Sign in with the new one.',
    })
    expect((await signIn(testApp, email, newPassword)).status).toBe(200)
    expect((await signIn(testApp, email)).body['status_reason']).toBe('INVALID_PASSWORD')
    for (const session of [one, two, greeted])
      expect((await testApp.call(null, 'GET', '/api/account/session', undefined, bearerOf(session))).status).toBe(401)
    const remembered = await testApp.call(null, 'GET', '/api/account/remembered', undefined, {
      cookie: cookie.match(/__Host-countinghouse-remembered=[\w-]+/)?.[0] ?? '',
    })
    expect(remembered.body.content).toEqual({ remembered: null })
    await runJobs(testApp)
    expect((await messagesTo(testApp, email)).at(-1)).toMatchObject({ subject: 'Your password was changed' })
    const [audit] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ n: bigint }>(
        `select count(*) as n from audit_events a join sub_users u on u.sub_user_id = a.actor_id
         where u.email = $1 and a.action = 'user.reset-password'`,
        [email],
      ),
    )
    expect(audit?.n).toBe(1n)
  })

  it('works once, also when it is used twenty times at once', async () => {
    const { email } = await confirmed(testApp)
    const token = await asked(email)
    const passwords = Array.from({ length: 20 }, (_, i) => `password number ${i}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    const won = passwords.filter((_, i) => answers[i]?.status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer.status).toBeLessThan(500)
    expect((await signIn(testApp, email, won[0])).status).toBe(200)
    expect(outcome(await reset(token))).toEqual(refused)
  })

  it('is void once a newer one was sent', async () => {
    const { email } = await confirmed(testApp)
    const [old, fresh] = [await asked(email), await asked(email)]
    expect(outcome(await reset(old))).toEqual(refused)
    expect((await reset(fresh)).status).toBe(200)
  })

  it('is good for 30 minutes by the database’s clock: at 29:59, not at 30:01', async () => {
    const [early, late] = [await confirmed(testApp), await confirmed(testApp)]
    const token = await asked(late.email)
    await later(testApp, 30 * 60 + 1)
    expect(outcome(await reset(token))).toEqual(refused)
    const other = await asked(early.email)
    await later(testApp, 30 * 60 - 1)
    expect((await reset(other)).status).toBe(200)
  })

  it('is not one that confirms an address, and the other way round', async () => {
    const { email } = await registered(testApp)
    const verify = await lastToken(testApp, email)
    expect(outcome(await reset(verify))).toEqual(refused)
    const token = await asked(email)
    expect(outcome(await post(testApp, 'verify-email', { verifyToken: token }))).toEqual(refused)
  })

  it('stays good when the password will not do', async () => {
    const { email } = await confirmed(testApp)
    const token = await asked(email)
    for (const password of ['short', 'password12345', 'no digits in here'])
      expect((await reset(token, password)).body['errors']).toMatchObject([{ path: 'password' }])
    expect((await reset(token)).status).toBe(200)
  })

  it('does nothing for a user or a merchant that has become inactive', async () => {
    const { email } = await confirmed(testApp)
    const token = await asked(email)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update merchants set status = 'INACTIVE' where email = $1`, [email]),
    )
    expect(outcome(await reset(token))).toEqual(refused)
  })

  it('confirms the address too, since its reader has the mailbox', async () => {
    const { email } = await registered(testApp)
    await reset(await asked(email))
    expect((await signIn(testApp, email, newPassword)).body.content).toMatchObject({
      user: { is_email_verified: true },
    })
  })
})
