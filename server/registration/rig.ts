import type { TestHouse } from '#test/house.ts'
import { messagesTo } from '#server/messages/rig.ts'
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
export const post = (house: TestHouse, name: string, body: unknown, headers: Record<string, string> = {}) =>
  house.call(null, 'POST', `/api/account/${name}`, body, headers)

/** Registers and lets the jobs run; the address is not confirmed yet. */
export async function registered(house: TestHouse, { email = newAddress(), password = goodPassword } = {}) {
  const answer = await post(house, 'register', registrationOf(email, password))
  if (answer.status !== 200) throw new Error(answer.text)
  await runJobs(house)
  return { email, password }
}

/** Registers and confirms the address. */
export async function confirmed(house: TestHouse, options: { email?: string; password?: string } = {}) {
  const person = await registered(house, options)
  const answer = await post(house, 'verify-email', { verifyToken: await lastToken(house, person.email) })
  if (answer.status !== 200) throw new Error(answer.text)
  return person
}

/** The token of the newest link that was sent to somebody. */
export async function lastToken(house: TestHouse, email: string): Promise<string> {
  const tokens = (await messagesTo(house, email)).flatMap(({ text }) => /#token=([\w-]{43})$/m.exec(text)?.[1] ?? [])
  const last = tokens.at(-1)
  if (!last) throw new Error(`no link was sent to ${email}`)
  return last
}

/** Has all that was done with links to a user lie further back by so many seconds, by the database's clock. */
export const later = (house: TestHouse, seconds: number) =>
  house.owner.transaction(null, (tx) =>
    tx.query(
      `update one_time_tokens set created_at = created_at - $1 * interval '1 second', expires_at = expires_at - $1 * interval '1 second'`,
      [seconds],
    ),
  )

export const signIn = (house: TestHouse, email: string, password = goodPassword) =>
  post(house, 'login', { username: email, password })

/** The headers of a session that a sign-in has opened. */
export const bearerOf = (answer: { body: Record<string, unknown> }) => {
  const { token } = answer.body['content'] as { token: string }
  return { authorization: `Bearer ${token}` }
}
