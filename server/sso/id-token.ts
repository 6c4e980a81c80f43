import type { Ctx } from '#server/kit/ctx.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { merchantKeys, openSealed, ssoIdTokenPlace } from '#server/kit/secrets/vault.ts'

/**
 * Takes the ID token out of the session that this browser has ended last; null when there is none. It is sent to the
 * provider once. Index: sessions_by_sso_browser.
 */
export async function takeIdToken(ctx: Ctx, browser: string | undefined): Promise<string | null> {
  if (!browser) return null
  const { merchantId } = ctx.owner
  const [found] = await ctx.tx.query<{ session_id: string; sealed: Buffer }>(
    `select session_id, sso_id_token_sealed as sealed from sessions
     where merchant_id = $1 and sso_browser_hash = $2 and sso_id_token_sealed is not null
       and (ended_at is not null or expires_at <= statement_timestamp())
     order by created_at desc limit 1 for update`,
    [merchantId, hashToken(browser)],
  )
  if (!found) return null
  await ctx.tx.query(
    `update sessions set sso_id_token_sealed = null
     where merchant_id = $1 and sso_browser_hash = $2 and sso_id_token_sealed is not null
       and (ended_at is not null or expires_at <= statement_timestamp())`,
    [merchantId, hashToken(browser)],
  )
  return openSealed(await merchantKeys(ctx), found.sealed, ssoIdTokenPlace(merchantId, found.session_id))
}
