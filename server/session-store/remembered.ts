import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import { newId } from '#server/kit/db/id.ts'
import { isToken, newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Login } from '#server/kit/auth/login.ts'

/** The user whom a browser greets. Its cookie gives no access: the password is still asked for. */
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

/** Makes the cookie by which a browser greets this user for 30 days. */
export function remember(
  ctx: Ctx,
  subUserId: string,
  environment: Environment,
): { cookie: string; cookieSeconds: number } {
  const cookie = newTokenOf(ctx.owner.merchantId)
  ctx.write(browsersOf(ctx, subUserId).where('expires_at', '<=', databaseNow))
  ctx.write(
    ctx.own.insert('remembered_logins', {
      remembered_id: newId(),
      sub_user_id: subUserId,
      cookie_hash: hashToken(cookie),
      environment,
      created_at: databaseNow,
      expires_at: fromNow(limits.rememberedDays, 'day'),
    }),
  )
  return { cookie, cookieSeconds: limits.rememberedDays * 86_400 }
}

/** Sets the environment in which the next sign-in of a remembered browser opens. */
export function noteEnvironment(ctx: Ctx, { rememberedId }: Remembered, environment: Environment): void {
  ctx.write(ctx.own.update('remembered_logins').set({ environment }).where('remembered_id', '=', rememberedId))
}

/** Forgets one browser. */
export function forget(ctx: Ctx, { rememberedId }: Remembered): void {
  ctx.write(ctx.own.delete('remembered_logins').where('remembered_id', '=', rememberedId))
}

/** Forgets every browser of a user. */
export function forgetAllOf(ctx: Ctx, subUserId: string): void {
  ctx.write(browsersOf(ctx, subUserId))
}

const browsersOf = (ctx: Ctx, subUserId: string) =>
  ctx.own.delete('remembered_logins').where('sub_user_id', '=', subUserId)

/** A part of an address by which its owner recognises it: `a…@shop.example`. */
export const hintOf = (email: string): string => email.replace(/^(.).*(@[^@]*)$/su, '$1…$2')
