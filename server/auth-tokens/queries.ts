import { limits } from '#contract/limits.ts'
import { hashAuthToken, makerOf, newAuthToken } from '#server/kit/auth/auth-token.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Makes a token of the owner's. Those that have expired go, and the oldest beyond the most. Index: auth_tokens_oldest. */
export async function insertAuthToken(ctx: Ctx, secret: string): Promise<string> {
  const { merchantId } = ctx.owner
  const token = newAuthToken(merchantId)
  // Of many at once each sees those before it, so that there are never more.
  await ctx.db
    .selectFrom('merchants')
    .select('merchant_id')
    .where('merchant_id', '=', merchantId)
    .forNoKeyUpdate()
    .execute()
  await ctx.db
    .insertInto('auth_tokens')
    .values({
      merchant_id: merchantId,
      token_hash: hashAuthToken(token),
      made_by: makerOf(secret),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + limits.authTokenSeconds * 1000),
    })
    .execute()
  const newest = await ctx.db
    .selectFrom('auth_tokens')
    .select('token_hash')
    .where('merchant_id', '=', merchantId)
    .where('expires_at', '>', ctx.now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(limits.authTokens)
    .execute()
  await ctx.db
    .deleteFrom('auth_tokens')
    .where('merchant_id', '=', merchantId)
    .where(
      'token_hash',
      'not in',
      newest.map(({ token_hash: hash }) => hash),
    )
    .execute()
  return token
}
