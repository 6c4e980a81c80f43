import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp, testPassword, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const next = 'quite another password 7'

async function person() {
  const merchant = await testApp.addMerchant({ logins: ['admin'] })
  const signIn = async (password: string) => {
    const body = { username: `admin@${merchant.slug}.example`, password }
    const answer = await testApp.call(null, 'POST', '/api/account/login', body)
    return { status: answer.status, token: (answer.body.content as { token: string } | undefined)?.token ?? '' }
  }
  const asUser = (token: string, path: string, body?: object) =>
    testApp.call(null, body ? 'POST' : 'GET', path, body, { authorization: `Bearer ${token}` })
  const change = async (token: string, old_password: string, new_password: string) => {
    const answer = await asUser(token, '/api/account/change-password', { old_password, new_password })
    const [error] = (answer.body['errors'] ?? []) as { path: string; reason: string }[]
    return { status: answer.status, ...(error && { at: `${error.path} ${error.reason}` }) }
  }
  return { signIn, asUser, change }
}

it('sets a new password with the old one, and ends every other session', async () => {
  const { signIn, asUser, change } = await person()
  const [here, there] = [await signIn(testPassword), await signIn(testPassword)]
  expect(await change(here.token, testPassword, next)).toEqual({ status: 200 })
  expect((await asUser(here.token, '/api/account/session')).status).toBe(200)
  expect((await asUser(there.token, '/api/account/session')).status).toBe(401)
  expect((await signIn(testPassword)).status).toBe(400)
  expect((await signIn(next)).status).toBe(200)
})

it('names a fault at its field, and changes nothing', async () => {
  const { signIn, change } = await person()
  const { token } = await signIn(testPassword)
  const wrong: [string, string, string][] = [
    ['not the password 1', next, 'old_password password_wrong'],
    [testPassword, 'short 1', 'new_password too_short'],
    [testPassword, 'no digit in here', 'new_password no_digit'],
    [testPassword, '123456789012345', 'new_password no_letter'],
    [testPassword, 'x1'.repeat(200), 'new_password too_long'],
    [testPassword, 'password1234', 'new_password common'],
    [testPassword, testPassword, 'new_password password_same'],
  ]
  for (const [old, wanted, at] of wrong) expect(await change(token, old, wanted)).toEqual({ status: 400, at })
  expect((await signIn(testPassword)).status).toBe(200)
})

it('is no way to guess the password: wrong ones count as failed sign-ins', async () => {
  const { signIn, change } = await person()
  const { token } = await signIn(testPassword)
  for (let guess = 0; guess < limits.signInFailures; guess += 1) await change(token, `not the password ${guess}`, next)
  expect((await change(token, testPassword, next)).status).toBe(429)
})

it('leaves no trace of either password in the audit log or in stored answers', async () => {
  const { signIn, change } = await person()
  await change((await signIn(testPassword)).token, testPassword, next)
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ told: string }>(
      `select (select string_agg(a::text, ' ') from audit_events a) || coalesce((select string_agg(i::text, ' ') from idempotency_keys i), '') as told`,
      [],
    ),
  )
  expect(row?.told).toContain('account.change-password')
  expect(row?.told).not.toMatch(new RegExp(`${next}|${testPassword}`))
})
