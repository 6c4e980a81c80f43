import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ago, databaseNow } from '#server/kit/db/clock.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Before } from '#server/kit/handler.ts'
import { ready, type Ready } from './begin.ts'
import { identityOf } from '#server/sso-identities/identities.ts'
import { tenantOfUser } from '#server/sso-identities/needed.ts'

/**
 * Prepares a step-up at the provider, for a user who has an identity there. A user with a second factor steps up by that
 * one, so `wrongState`.
 */
export async function readyForStepUp(before: Before): Promise<Ready> {
  const user = userOf(before)
  if (user.twoStep) throw new Fault('wrongState')
  const own = await before.apart({ merchantId: user.merchantId, environment: 'sandbox' }, async (ctx) => ({
    tenant: await tenantOfUser(ctx, user),
    identity: await identityOf(ctx, user.subUserId),
  }))
  if (!own.tenant || !own.identity) throw new Fault('wrongState')
  return ready(before, own.tenant.tenantId)
}

/**
 * Records that the provider has just authenticated the user of a session.
 * @param proof.authTime the time of that sign-in at the provider, which must be recent. Null for a provider that does not
 *   state it; it was asked to authenticate anew, and is believed.
 * @returns false for another user's session, for one that has ended or is locked, and for a user with a second factor.
 */
export async function proveSession(
  ctx: Ctx,
  { sessionId, subUserId, authTime }: { sessionId: string; subUserId: string | null; authTime: number | null },
): Promise<boolean> {
  const { merchantId } = ctx.owner
  const proved = await ctx.db
    .updateTable('sessions as s')
    .from('sub_users as u')
    .set({ proved_at: databaseNow, last_seen_at: databaseNow })
    .where('s.merchant_id', '=', merchantId)
    .where('s.session_id', '=', sessionId)
    .where('s.sub_user_id', '=', subUserId)
    .where('s.ended_at', 'is', null)
    .where('s.locked_at', 'is', null)
    .where('s.expires_at', '>', databaseNow)
    .where('s.last_seen_at', '>', ago(limits.sessionIdleMinutes, 'minute'))
    .where('u.merchant_id', '=', merchantId)
    .whereRef('u.sub_user_id', '=', 's.sub_user_id')
    .where('u.is_2fa_enabled', '=', false)
    .$if(authTime !== null, (query) =>
      query.where(sql<boolean>`to_timestamp(${authTime}::double precision) > ${ago(limits.stepUpMinutes, 'minute')}`),
    )
    .executeTakeFirst()
  return proved.numUpdatedRows === 1n
}
