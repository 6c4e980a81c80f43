import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { merchantKeys, openSealed, ssoIdTokenPlace } from '#server/kit/secrets/vault.ts'

/**
 * Takes the ID token out of the session that this browser has ended last; null when there is none. It is sent to the
 * provider once. Index: sessions_by_sso_browser.
 */
export async function takeIdToken(ctx: Ctx, browser: string | undefined): Promise<string | null> {
  if (!browser) return null
  const endedWithToken = ({ and, or, eb }: ExpressionBuilder<Tables, 'sessions'>) =>
    and([
      eb('sso_browser_hash', '=', hashToken(browser)),
      eb('sso_id_token_sealed', 'is not', null),
      or([eb('ended_at', 'is not', null), eb('expires_at', '<=', databaseNow)]),
    ])
  const found = await ctx.own
    .select('sessions')
    .select(['session_id', 'sso_id_token_sealed as sealed'])
    .where(endedWithToken)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!found?.sealed) return null
  ctx.write(ctx.own.update('sessions').set({ sso_id_token_sealed: null }).where(endedWithToken))
  return openSealed(await merchantKeys(ctx), found.sealed, ssoIdTokenPlace(ctx.owner.merchantId, found.session_id))
}
