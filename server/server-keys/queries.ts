import { sql } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { KeyScope } from '#contract/kit/key-scopes.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'

export interface KeyRow {
  key_id: string
  name: string
  state: 'active' | 'expired' | 'revoked'
  scopes: KeyScope[]
  networks: string[]
  days: number | null
  maker_merchant_id: string
  maker_id: string
  maker_name: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  previous_valid_until: Date | null
}

const keysOf = (ctx: Ctx) =>
  ctx.own
    .select('server_keys')
    .select(['key_id', 'name', 'networks', 'days', 'maker_merchant_id', 'maker_id', 'maker_name'])
    .select(['created_at', 'expires_at', 'revoked_at'])
    .select([
      sql<KeyScope[]>`scopes`.as('scopes'),
      sql<
        KeyRow['state']
      >`case when revoked_at is not null then 'revoked' when expires_at <= ${databaseNow} then 'expired' else 'active' end`.as(
        'state',
      ),
      sql<Date | null>`case when previous_ends_at > ${databaseNow} and revoked_at is null then previous_ends_at end`.as(
        'previous_valid_until',
      ),
    ])

/** The newest keys; the active ones are fewer than that. Index: server_keys_newest. */
export const listKeys = (ctx: Ctx): Promise<KeyRow[]> =>
  keysOf(ctx)
    .orderBy(sql`revoked_at is null and coalesce(expires_at > ${databaseNow}, true)`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .limit(limits.serverKeys + 100)
    .execute()

export const findKey = (ctx: Ctx, keyId: string): Promise<KeyRow | undefined> =>
  keysOf(ctx).where('key_id', '=', keyId).executeTakeFirst()

/** Locks the merchant until the commit, so that names and the number of keys may be checked before a key is written. */
export const lockMerchant = (ctx: Ctx) =>
  ctx.own.select('merchants').select('merchant_id').forNoKeyUpdate().executeTakeFirstOrThrow()

/** The roles that the makers of these keys have now, who may be users of the merchant's master. */
export async function rolesOfMakers(ctx: Ctx, keyIds: readonly string[]): Promise<Map<string, Role[]>> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.tx.query<{ key_id: string; roles: Role[] }>(
    'select key_id, roles from server_key_makers($1, $2, $3)',
    [merchantId, environment, keyIds],
  )
  return new Map(rows.map(({ key_id, roles }) => [key_id, roles]))
}

/** Inserts a key that the caller has made. */
export const insertKey = (
  ctx: Ctx,
  key: {
    keyId: string
    name: string
    scopes: readonly KeyScope[]
    networks: readonly string[]
    hash: Buffer
    days: number | null
    maker: Maker
  },
) =>
  ctx.own
    .insert('server_keys', {
      key_id: key.keyId,
      name: key.name,
      name_lower: key.name.toLowerCase(),
      scopes: [...key.scopes],
      networks: [...key.networks],
      key_hash: key.hash,
      days: key.days,
      expires_at: key.days === null ? null : fromNow(key.days, 'day'),
      created_at: databaseNow,
      ...makerColumns(key.maker),
    })
    .execute()

export const changeKey = (
  ctx: Ctx,
  keyId: string,
  { name, scopes, networks }: { name: string; scopes: readonly KeyScope[]; networks: readonly string[] },
) =>
  ctx.own
    .update('server_keys')
    .set({ name, name_lower: name.toLowerCase(), scopes: [...scopes], networks: [...networks] })
    .where('key_id', '=', keyId)
    .execute()

/** Puts a new hash in the place of the old one, which stays good for some hours. */
export const replaceHash = (
  ctx: Ctx,
  { key_id: keyId, days }: Pick<KeyRow, 'key_id' | 'days'>,
  { hash, hours, maker }: { hash: Buffer; hours: number; maker: Maker },
) =>
  ctx.own
    .update('server_keys')
    .set((row) => ({
      key_hash: hash,
      previous_hash: hours === 0 ? null : row.ref('key_hash'),
      previous_ends_at: hours === 0 ? null : fromNow(hours, 'hour'),
      expires_at: days === null ? null : fromNow(days, 'day'),
      rotated_at: databaseNow,
      ...makerColumns(maker),
    }))
    .where('key_id', '=', keyId)
    .execute()

export const revokeKey = (ctx: Ctx, keyId: string) =>
  ctx.own.update('server_keys').set({ revoked_at: databaseNow }).where('key_id', '=', keyId).execute()

/** The user whose rights a key follows. */
type Maker = Pick<User, 'merchantId' | 'subUserId' | 'name'>
const makerColumns = ({ merchantId, subUserId, name }: Maker) => ({
  maker_merchant_id: merchantId,
  maker_id: subUserId,
  maker_name: name,
})
