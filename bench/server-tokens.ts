import { createHmac, randomBytes } from 'node:crypto'
import { hashAuthToken, makerOf, newAuthToken } from '#server/kit/auth/auth-token.ts'
import { hashServerKey, newKeyId, newServerKey } from '#server/kit/auth/server-key-form.ts'
import { masterKey, seal } from '#server/kit/secrets/seal.ts'
import { secretPlace } from '#server/kit/secrets/vault.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import type { Reader } from './readers.ts'

/** What a merchant's server may send: a token that it signs, one that it got for its secret, or a server key. */
export type ServerReaders = Record<'signed' | 'auth' | 'key', Reader[]>

/** Gives each merchant a secret of its own, since the volume's merchants are copies of one. */
export async function openServerReaders(ownerUrl: string, readers: readonly Reader[]): Promise<ServerReaders> {
  const master = masterKey((await partsOf(ownerUrl)).masterKey.toString('base64'))
  const rows = await asOwner<{ merchant_id: string; key: string; wrapped_key: Buffer }>(
    ownerUrl,
    'select merchant_id, key, wrapped_key from merchants where merchant_id = any ($1::uuid[])',
    [readers.map(({ merchantId }) => merchantId)],
  )
  const servers = rows.map((row) => {
    const { merchant_id: merchantId, key } = row
    const secret = randomBytes(32).toString('base64')
    const sealed = seal({ master, wrapped: row.wrapped_key }, secret, secretPlace(merchantId))
    const keyId = newKeyId(merchantId)
    return {
      merchantId,
      key,
      secret,
      sealed,
      token: newAuthToken(merchantId),
      keyId,
      serverKey: newServerKey('sandbox', keyId),
    }
  })
  await asOwner(
    ownerUrl,
    `update merchants set secret_sealed = given.sealed
     from unnest($1::uuid[], $2::bytea[]) as given (merchant_id, sealed) where merchants.merchant_id = given.merchant_id`,
    [servers.map(({ merchantId }) => merchantId), servers.map(({ sealed }) => sealed)],
  )
  await asOwner(ownerUrl, kept, [
    servers.map(({ merchantId }) => merchantId),
    servers.map(({ token }) => hashAuthToken(token)),
    servers.map(({ secret }) => makerOf(secret)),
  ])
  await asOwner(ownerUrl, serverKeys, [
    servers.map(({ merchantId }) => merchantId),
    servers.map(({ keyId }) => keyId),
    servers.map(({ serverKey }) => hashServerKey(serverKey)),
  ])
  return {
    key: servers.map(({ merchantId, serverKey }) => ({ merchantId, token: serverKey })),
    signed: servers.map(({ merchantId, key, secret }) => ({ merchantId, token: signedToken(key, secret) })),
    auth: servers.map(({ merchantId, token }) => ({ merchantId, token })),
  }
}

const kept = `insert into auth_tokens (merchant_id, token_hash, made_by, created_at, expires_at)
  select *, now(), now() + interval '6 hours' from unnest($1::uuid[], $2::bytea[], $3::bytea[])`

/** Each is its administrator's, and may do no more than is asked here. */
const serverKeys = `insert into server_keys (merchant_id, environment, key_id, name, name_lower, scopes, networks, key_hash, maker_merchant_id,
    maker_id, maker_name, created_at)
  select merchant_id, 'sandbox', key_id, 'Bench', 'bench', array['payments:read'], '{}', key_hash, merchant_id, u.sub_user_id, u.name, now()
  from unnest($1::uuid[], $2::text[], $3::bytea[]) as given (merchant_id, key_id, key_hash), lateral (
    select sub_user_id, name from sub_users where merchant_id = given.merchant_id and is_active and 'admin' = any (roles) limit 1) u`

function signedToken(key: string, secret: string): string {
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const message = `${text({ alg: 'HS256', typ: 'JWT' })}.${text({ iss: 'COUNTINGHOUSE', sub: key, iat, exp: iat + 3_600 })}`
  return `${message}.${createHmac('sha256', secret).update(message).digest('base64url')}`
}
