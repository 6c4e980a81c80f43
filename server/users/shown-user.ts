import type { Output } from '#contract/kit/call.ts'
import type { readUser, UserStatus } from '#contract/users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { secureHash, sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import type { UserRow } from './queries.ts'

/** The wire form of the rows, each with the hash by which the console checks its integrity. */
export async function shownUsers(ctx: Ctx, rows: readonly UserRow[]): Promise<Output<typeof readUser>[]> {
  if (!ctx.user) throw new Error('sub-users without a session')
  const { environment, sessionId, merchantId } = ctx.user
  const [{ key }, { newest: secret }] = await Promise.all([merchantOf(ctx), merchantSecret(ctx, merchantId)])
  const signingKey = sessionSigningKey(secret, sessionId, environment)
  return rows.map((row) => ({
    subUserUuid: row.sub_user_id,
    name: row.name,
    email_address: row.email,
    phone_number: row.phone,
    roles: row.roles,
    status: statusOf(row),
    is_active: row.is_active,
    is_2fa_enabled: row.is_2fa_enabled,
    is_email_verified: row.is_email_verified,
    iamportKey: key,
    environment,
    secure_hash: secureHash(signingKey, { key, environment, roles: row.roles }),
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    invitation_expires_at: row.is_active && row.invited_at ? row.invitation_expires_at : null,
    revision: row.revision,
  }))
}

function statusOf({ is_active, invited_at }: UserRow): UserStatus {
  if (!is_active) return 'inactive'
  return invited_at ? 'invited' : 'active'
}
