import { hashToken, newToken } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

/** A session of a user of the merchant that is over. Its user was last there at that time. */
export async function addPastSession(ctx: Ctx, subUserId: string, seen: Date): Promise<void> {
  await ctx.tx.query(
    `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at,
       expires_at, ended_at, address, user_agent)
     values ($1, $2, $3, $4, 'sandbox', $5, $5, $5, $5, $5, '', '')`,
    [ctx.owner.merchantId, newId(), subUserId, hashToken(newToken()), seen],
  )
}
