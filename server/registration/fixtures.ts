import type { TestApp } from '#test/test-app.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'

let people = 0
/** An address that nobody has had before. */
export const newAddress = (): string => `person${++people}.${crypto.randomUUID().slice(0, 8)}@shop.example`

export const goodPassword = 'a good password 7'

/** What somebody fills in to register. */
export const registrationOf = (email: string, password = goodPassword) => ({
  merchant_name: 'Café Straße',
  merchant_loginid: email,
  merchant_password: password,
  country: 'VN',
})

/** Posts to a call of accounts, as a browser without a session does. */
export const post = (testApp: TestApp, name: string, body: unknown, headers: Record<string, string> = {}) =>
  testApp.call(null, 'POST', `/api/account/${name}`, body, headers)

/** Registers and lets the jobs run; the address is not confirmed yet. */
export async function registered(testApp: TestApp, { email = newAddress(), password = goodPassword } = {}) {
  const answer = await post(testApp, 'register', registrationOf(email, password))
  if (answer.status !== 200) throw new Error(answer.text)
  await runJobs(testApp)
  return { email, password }
}

/** Registers and confirms the address. */
export async function confirmed(testApp: TestApp, options: { email?: string; password?: string } = {}) {
  const person = await registered(testApp, options)
  const answer = await post(testApp, 'verify-email', { verifyToken: await lastToken(testApp, person.email) })
  if (answer.status !== 200) throw new Error(answer.text)
  return person
}

/** The token of the newest link that was sent to somebody. */
export async function lastToken(testApp: TestApp, email: string): Promise<string> {
  const tokens = (await messagesTo(testApp, email)).flatMap(({ text }) => /#token=([\w-]{47})$/m.exec(text)?.[1] ?? [])
  const last = tokens.at(-1)
  if (!last) throw new Error(`no link was sent to ${email}`)
  return last
}

/** Has all that was done with links to a user lie further back by so many seconds, by the database's clock. */
export const later = (testApp: TestApp, seconds: number) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query(
      `update one_time_tokens set created_at = created_at - $1 * interval '1 second', expires_at = expires_at - $1 * interval '1 second'`,
      [seconds],
    ),
  )

export const signIn = (testApp: TestApp, email: string, password = goodPassword) =>
  post(testApp, 'login', { username: email, password })

/** The headers of a session that a sign-in has opened. */
export const bearerOf = (answer: { body: Record<string, unknown> }) => {
  const { token } = answer.body['content'] as { token: string }
  return { authorization: `Bearer ${token}` }
}
