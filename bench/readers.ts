import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { asOwner } from './as-owner.ts'
import { ask } from './ask-in-turn.ts'

/** A signed-in user of a merchant that has a page of payments. */
export interface Reader {
  merchantId: string
  token: string
}

export const readerCount = 200

/**
 * Opens one sandbox session for an administrator of each of 200 merchants, all of which have ten payments or more. The
 * sessions are inserted by SQL, with all that a sign-in writes: 200 password checks would take longer than a round. The
 * list of one merchant alone is no measure, because its connections keep one scope and its pages stay in cache.
 * @throws Error when the volume holds fewer such merchants.
 */
export async function openReaders(ownerUrl: string): Promise<Reader[]> {
  const tokens = Array.from({ length: readerCount }, newToken)
  const rows = await asOwner<{ merchant_id: string; place: number }>(ownerUrl, sessions, [tokens.map(hashToken)])
  if (rows.length < readerCount)
    throw new Error(`only ${rows.length} merchants have ten payments: remove data/bench, which was filled otherwise`)
  return rows.map(({ merchant_id, place }) => ({ merchantId: merchant_id, token: tokens[place - 1] as string }))
}

/** @throws Error when the API answers any of them with anything but ten payments. */
export async function expectPages(url: string, readers: readonly Reader[]): Promise<void> {
  for (const { merchantId, token } of readers) {
    const page = await ask<{ content: unknown[] }>(url, { token }, `/merchant/${merchantId}/payments`, {})
    if (page.content.length !== 10) throw new Error(`${page.content.length} payments for ${merchantId}`)
  }
}

const sessions = `
  with users as (
    select m.merchant_id, u.sub_user_id, gen_random_uuid() as session_id, row_number() over (order by m.slug)::int as place
    from merchants m,
      lateral (select sub_user_id from sub_users where merchant_id = m.merchant_id and is_active and 'admin' = any (roles) limit 1) u,
      lateral (select from payments where merchant_id = m.merchant_id and environment = 'sandbox' offset 9 limit 1) tenth
    order by m.slug
    limit cardinality($1::bytea[])
  ), opened as (
    insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at,
      expires_at, address, user_agent)
    select merchant_id, session_id, sub_user_id, sha256(uuid_send(gen_random_uuid())), 'sandbox', now(), now(), now(),
      now() + interval '12 hours', '203.0.113.7', 'Mozilla/5.0'
    from users
  ), given as (
    insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at)
    select ($1::bytea[])[place], merchant_id, session_id, 'sandbox', now() from users
  )
  select merchant_id, place from users`
