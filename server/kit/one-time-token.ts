import type { Ctx, Owner } from './ctx.ts'
import type { Transaction } from './db.ts'
import { hashToken, newToken } from './token.ts'

/** What a link in a mail is for. */
export const oneTimePurposes = ['verify_email', 'reset_password', 'accept_invitation'] as const
export type OneTimePurpose = (typeof oneTimePurposes)[number]

/**
 * Makes a token that is good once, for `minutes` by the database's clock; the user's older one for the same purpose is
 * void from now on. Null when that was made less than `againSeconds` ago. The user's row is to be locked by the caller.
 */
export async function issueOneTimeToken(
  ctx: Ctx,
  wanted: { subUserId: string; purpose: OneTimePurpose; minutes: number; againSeconds: number },
): Promise<string | null> {
  const token = newToken()
  const issued = await ctx.tx.query(
    `insert into one_time_tokens as t (merchant_id, sub_user_id, purpose, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + $5 * interval '1 minute')
     on conflict (merchant_id, sub_user_id, purpose) do update set token_hash = excluded.token_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null
     where t.created_at <= clock_timestamp() - $6 * interval '1 second'
     returning 1 as one`,
    [ctx.owner.merchantId, wanted.subUserId, wanted.purpose, hashToken(token), wanted.minutes, wanted.againSeconds],
  )
  return issued.length === 1 ? token : null
}

/** Whether a token would be taken; for refusing early what cannot be right. */
export async function isGoodOneTimeToken(tx: Transaction, token: string, purpose: OneTimePurpose): Promise<boolean> {
  const [row] = await tx.query<{ good: boolean }>('select good_one_time_token($1, $2) as good', [
    hashToken(token),
    purpose,
  ])
  return row?.good ?? false
}

/** Takes a token, in this transaction, and says whose it was; null when it is unknown, used, replaced or too old. */
export async function takeOneTimeToken(
  tx: Transaction,
  token: string,
  purpose: OneTimePurpose,
): Promise<(Owner & { subUserId: string }) | null> {
  const [row] = await tx.query<{ merchant_id: string; sub_user_id: string }>(
    'select merchant_id, sub_user_id from take_one_time_token($1, $2)',
    [hashToken(token), purpose],
  )
  return row ? { merchantId: row.merchant_id, subUserId: row.sub_user_id, environment: 'sandbox' } : null
}

/** Makes every token of a user void; the next one may be made at once. */
export async function voidOneTimeTokens(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.tx.query(
    `update one_time_tokens set used_at = coalesce(used_at, clock_timestamp()), created_at = to_timestamp(0)
     where merchant_id = $1 and sub_user_id = $2`,
    [ctx.owner.merchantId, subUserId],
  )
}
