import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { ready, type Ready } from './begin.ts'
import { identityOf } from '#server/sso-identities/identities.ts'
import { tenantOfUser } from '#server/sso-identities/needed.ts'

/** Asks the provider of a user who has an identity there and no second factor here, which would be asked for instead. */
export async function readyForStepUp(before: Before): Promise<Ready> {
  const { user } = before
  if (!user) throw new Fault('sessionLost')
  if (user.twoStep) throw new Fault('wrongState')
  const own = await before.apart({ merchantId: user.merchantId, environment: 'sandbox' }, async (ctx) => ({
    tenant: await tenantOfUser(ctx, user),
    identity: await identityOf(ctx, user.subUserId),
  }))
  if (!own.tenant || !own.identity) throw new Fault('wrongState')
  return ready(before, own.tenant.tenantId)
}

/**
 * Notes that the user of a session has just been proven by their provider. A provider that says when they signed in there
 * has to say that it was lately; one that says nothing was asked to ask, and is believed.
 * @returns false when it is somebody else's session, it has ended or is locked, or there is a second factor to be asked for.
 */
export async function proveSession(
  ctx: Ctx,
  { sessionId, subUserId, authTime }: { sessionId: string; subUserId: string | null; authTime: number | null },
): Promise<boolean> {
  const proved = await ctx.tx.query(
    `update sessions s set proved_at = statement_timestamp(), last_seen_at = statement_timestamp()
     from sub_users u
     where s.merchant_id = $1 and s.session_id = $2 and s.sub_user_id = $3 and s.ended_at is null and s.locked_at is null
       and s.expires_at > statement_timestamp() and s.last_seen_at > statement_timestamp() - interval '15 minutes'
       and u.merchant_id = $1 and u.sub_user_id = s.sub_user_id and not u.is_2fa_enabled
       and ($4::double precision is null or to_timestamp($4) > statement_timestamp() - interval '5 minutes')
     returning 1 as one`,
    [ctx.owner.merchantId, sessionId, subUserId, authTime],
  )
  return proved.length === 1
}
