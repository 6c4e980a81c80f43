import type { Role } from '#contract/access.ts'
import { newId } from '#server/kit/db/id.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { masterKey } from '#server/kit/secrets/seal.ts'
import { messageTextPlace, openSealed } from '#server/kit/secrets/vault.ts'
import { ask, demoPassword } from './client.ts'
import type { Deployment } from './deployment.ts'
import { anyAddress } from './intents.ts'
import type { Journal } from './journal.ts'

/** Somebody of the merchant's with a session and a second factor. */
export interface Person {
  name: string
  email: string
  subUserId: string
  token: string
}
export interface Merchant {
  merchant_id: string
  key: string
  wrapped_key: Buffer
}
type Sql = <R extends object>(text: string, values: unknown[]) => Promise<R[]>

/** Whoever makes payouts signs them with the key of their session. */
export async function signInMaker(deployment: Deployment, journal: Journal, sql: Sql) {
  const username = 'payouts-user@acme.example'
  const headers = { 'x-forwarded-for': anyAddress() }
  const body = { username, password: demoPassword }
  const answer = await ask(journal, deployment.apis[0].url, {
    method: 'POST',
    path: '/api/account/login',
    body,
    headers,
  })
  if (answer?.status !== 200) throw new Error(answer?.text)
  await sql('update sub_users set is_2fa_enabled = true where email = $1', [username])
  const { token, signing_key: signingKey } = answer.content as { token: string; signing_key: string }
  return { token, signingKey }
}

/** Their session has been opened with a second factor, and stays fresh for long enough. */
export async function addPerson(sql: Sql, merchantId: string, role: Role, name: string): Promise<Person> {
  const [token, sessionId, subUserId] = [newToken(), newId(), newId()]
  const email = `${subUserId}@acme.example`
  await sql(
    `with person as (
       insert into sub_users (merchant_id, sub_user_id, name, email, roles, is_2fa_enabled, password_phc, created_at)
       values ($1, $2, $3, $4, $5, true, '', now())),
     session as (
       insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at, expires_at,
         address, user_agent, second_factor)
       values ($1, $6, $2, $7, 'sandbox', now(), now(), now() + interval '6 hours', now() + interval '12 hours', '', '', 'totp'))
     insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at) values ($8, $1, $6, 'sandbox', now())`,
    [merchantId, subUserId, name, email, [role], sessionId, hashToken(newToken()), hashToken(token)],
  )
  return { name, email, subUserId, token }
}

/** The minute between two codes has passed, and so has the hour of the tries. */
export async function mayAskAgain(sql: Sql, { subUserId }: Person): Promise<void> {
  await sql(`update payout_codes set made_at = seconds_after(made_at, -120) where sub_user_id = $1`, [subUserId])
  await sql('delete from payout_code_tries where sub_user_id = $1', [subUserId])
}

/** The text of the newest message to a person, as it goes out. */
export async function newestMessage(
  sql: Sql,
  { settings }: Deployment,
  { merchant_id: merchantId, wrapped_key: wrapped }: Merchant,
  { email }: Person,
): Promise<string> {
  const [row] = await sql<{ message_id: string; text_sealed: Buffer }>(
    `select message_id, text_sealed from messages where recipient = $1 and about_type = 'payout_code' order by message_id desc limit 1`,
    [email],
  )
  if (!row) throw new Error(`no message to ${email}`)
  const keys = { master: masterKey(settings['MASTER_KEY'] ?? ''), wrapped }
  const text = openSealed(keys, row.text_sealed, messageTextPlace(merchantId, row.message_id))
  // Amounts are kept apart from their surroundings by marks of direction.
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}
