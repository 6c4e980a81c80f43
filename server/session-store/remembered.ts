import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { isToken, newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Login } from '#server/kit/auth/login.ts'

/** Whom a browser greets. Its cookie says only that: the password is still asked for. */
export interface Remembered extends Login {
  rememberedId: string
  name: string
  email: string
  environment: Environment
}

export async function findRemembered(tx: Transaction, cookie: string | undefined): Promise<Remembered | null> {
  if (!isToken(cookie)) return null
  const [row] = await tx.query<Remembered>(
    `select merchant_id as "merchantId", remembered_id as "rememberedId", sub_user_id as "subUserId", name, email, environment
     from find_remembered_login($1)`,
    [hashToken(cookie)],
  )
  return row ?? null
}

/** Has the browser that gets the cookie greet this user for 30 days. */
export async function remember(
  ctx: Ctx,
  login: Login,
  environment: Environment,
): Promise<{ cookie: string; cookieSeconds: number }> {
  const cookie = newTokenOf(login.merchantId)
  await ctx.tx.query(
    'delete from remembered_logins where merchant_id = $1 and sub_user_id = $2 and expires_at <= statement_timestamp()',
    [login.merchantId, login.subUserId],
  )
  await ctx.tx.query(
    `insert into remembered_logins (merchant_id, remembered_id, sub_user_id, cookie_hash, environment, created_at, expires_at)
     values ($1, $2, $3, $4, $5, statement_timestamp(), statement_timestamp() + $6 * interval '1 day')`,
    [login.merchantId, newId(), login.subUserId, hashToken(cookie), environment, limits.rememberedDays],
  )
  return { cookie, cookieSeconds: limits.rememberedDays * 86_400 }
}

/** Notes where the user of a remembered browser is by now. */
export async function noteEnvironment(ctx: Ctx, { merchantId, rememberedId }: Remembered, environment: Environment) {
  await ctx.tx.query('update remembered_logins set environment = $3 where merchant_id = $1 and remembered_id = $2', [
    merchantId,
    rememberedId,
    environment,
  ])
}

/** Forgets one browser. */
export async function forget(ctx: Ctx, { merchantId, rememberedId }: Remembered): Promise<void> {
  await ctx.tx.query('delete from remembered_logins where merchant_id = $1 and remembered_id = $2', [
    merchantId,
    rememberedId,
  ])
}

/** Forgets every browser of a user. */
export async function forgetAllOf(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.tx.query('delete from remembered_logins where merchant_id = $1 and sub_user_id = $2', [
    ctx.owner.merchantId,
    subUserId,
  ])
}

/** Enough of an address for its owner to know it: `a…@shop.example`. */
export const hintOf = (email: string): string => email.replace(/^(.).*(@[^@]*)$/su, '$1…$2')
