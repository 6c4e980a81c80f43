import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { isToken, newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Http } from '#server/kit/handler.ts'

/** The session of a customer for one subscription: a cookie with a token, of which the hash is kept. */

/**
 * Opens a session by the token of a link, which is good once; of two at once one opens it. Throws `linkInvalid` where it was used, has
 * ended, or is of another subscription.
 */
export async function openByLink(ctx: Ctx, orderRef: string, token: string, http: Http): Promise<void> {
  if (!isToken(token)) throw new Fault('linkInvalid')
  const used = await ctx.own
    .update('subscription_keys')
    .set({ used_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', 'link')
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw new Fault('linkInvalid')
  const session = newTokenOf(ctx.owner.merchantId)
  const seconds = limits.manageSessionMinutes * 60
  ctx.write(
    ctx.own.insert('subscription_keys', {
      order_ref: orderRef,
      token_hash: hashToken(session),
      kind: 'session',
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + seconds * 1_000),
      used_at: null,
    }),
  )
  http.setManage(session, seconds)
}

/** Whether the browser has a session for this subscription. Index: primary key. */
export async function hasSession(
  ctx: Ctx,
  orderRef: string,
  { manage: token }: Pick<Http, 'manage'>,
): Promise<boolean> {
  if (!isToken(token)) return false
  const found = await ctx.own
    .select('subscription_keys')
    .select('kind')
    .where('order_ref', '=', orderRef)
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', 'session')
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()
  return found !== undefined
}

/** Throws `sessionLost` without one. */
export async function needSession(ctx: Ctx, orderRef: string, http: Http): Promise<void> {
  if (!(await hasSession(ctx, orderRef, http))) throw new Fault('sessionLost')
}
