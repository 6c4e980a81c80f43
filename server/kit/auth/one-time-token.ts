import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { newTokenOf } from './merchant-hint.ts'
import { hashToken } from './token.ts'

/** The purposes of one-time links in mails. */
export const oneTimePurposes = ['verify_email', 'reset_password', 'accept_invitation'] as const
export type OneTimePurpose = (typeof oneTimePurposes)[number]

/**
 * Makes a one-time token that is valid for `minutes` by the database's clock, and voids the user's older token for the
 * same purpose. Null when the older one was made less than `againSeconds` ago. The caller must hold the lock of the
 * user's row.
 */
export async function issueOneTimeToken(
  ctx: Ctx,
  wanted: { subUserId: string; purpose: OneTimePurpose; minutes: number; againSeconds: number },
): Promise<string | null> {
  const token = newTokenOf(ctx.owner.merchantId)
  const issued = await ctx.tx.query(
    `insert into one_time_tokens as t (merchant_id, sub_user_id, purpose, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, statement_timestamp(), statement_timestamp() + $5 * interval '1 minute')
     on conflict (merchant_id, sub_user_id, purpose) do update set token_hash = excluded.token_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null
     where excluded.created_at - t.created_at >= $6 * interval '1 second'
     returning 1 as one`,
    [ctx.owner.merchantId, wanted.subUserId, wanted.purpose, hashToken(token), wanted.minutes, wanted.againSeconds],
  )
  return issued.length === 1 ? token : null
}

/** Whether a token is valid, for refusing a request early. */
export async function isGoodOneTimeToken(tx: Transaction, token: string, purpose: OneTimePurpose): Promise<boolean> {
  const [row] = await tx.query<{ good: boolean }>('select good_one_time_token($1, $2) as good', [
    hashToken(token),
    purpose,
  ])
  return row?.good ?? false
}

/** Consumes a token in this transaction and returns its owner; null when it is unknown, used, replaced or expired. */
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

/** Voids every token of a user; a new one may be made at once. */
export async function voidOneTimeTokens(ctx: Ctx, subUserId: string): Promise<void> {
  const ofUser = ctx.own.update('one_time_tokens').where('sub_user_id', '=', subUserId)
  ctx.write(ofUser.set({ used_at: databaseNow }).where('used_at', 'is', null))
  ctx.write(ofUser.set({ created_at: new Date(0) }))
}
