import { Fault } from '#contract/faults.ts'
import type { SecondFactor } from '#contract/factors.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { isToken } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { dropChallenges } from './challenge.ts'

/** A session as its cookie finds it. */
export interface FoundSession {
  merchantId: string
  sessionId: string
  subUserId: string
  email: string
  environment: Environment
  state: 'active' | 'locked' | 'ended'
}

export async function findByCookie(tx: Transaction, cookie: string | undefined): Promise<FoundSession | null> {
  if (!isToken(cookie)) return null
  const [row] = await tx.query<FoundSession>(
    `select merchant_id as "merchantId", session_id as "sessionId", sub_user_id as "subUserId", email, environment, state
     from find_session_by_cookie($1)`,
    [hashToken(cookie)],
  )
  return row ?? null
}

/** From here on the request works as the merchant of the session that it has proved. */
export async function enterScope(ctx: Ctx, merchantId: string, environment: Environment): Promise<void> {
  await ctx.enter({ merchantId, environment })
}

/** Makes `environment` what the next reload opens in. Live needs a merchant that has completed onboarding. */
export async function moveSession(ctx: Ctx, session: FoundSession, environment: Environment): Promise<FoundSession> {
  if (environment === session.environment) return session
  await enterScope(ctx, session.merchantId, environment)
  if (environment === 'live' && !(await mayGoLive(ctx, session.merchantId)))
    throw new Fault('denied', { why: 'not_onboarded' })
  await ctx.db
    .updateTable('sessions')
    .set({ environment })
    .where('merchant_id', '=', session.merchantId)
    .where('session_id', '=', session.sessionId)
    .execute()
  return { ...session, environment }
}

/** Live needs an approved merchant with an enabled channel; the scope must have been entered. */
export async function mayGoLive(ctx: Ctx, merchantId: string): Promise<boolean> {
  const merchant = await ctx.db
    .selectFrom('merchants')
    .select('kyc_status')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  const channel = await ctx.db
    .selectFrom('payment_channels')
    .select('channel_key')
    .where('merchant_id', '=', merchantId)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  return merchant?.kyc_status === 'APPROVED' && channel !== undefined
}

/** Ends a session for every tab and node. The tokens stay as rows that lead nowhere. */
export async function endSession(ctx: Ctx, user: User): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ ended_at: ctx.now })
    .where('merchant_id', '=', user.merchantId)
    .where('session_id', '=', user.sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Opens a locked session. The password that did so is no fresh proof for whoever has a second factor. */
export async function unlock(ctx: Ctx, session: FoundSession): Promise<void> {
  await enterScope(ctx, session.merchantId, session.environment)
  await ctx.tx.query(
    `update sessions s set locked_at = null, last_seen_at = statement_timestamp(),
       proved_at = case when u.is_2fa_enabled then s.proved_at else statement_timestamp() end
     from sub_users u where u.merchant_id = $1 and u.sub_user_id = s.sub_user_id
       and s.merchant_id = $1 and s.session_id = $2 and s.ended_at is null`,
    [session.merchantId, session.sessionId],
  )
}

export async function markProved(ctx: Ctx, user: User): Promise<void> {
  await ctx.tx.query(
    'update sessions set proved_at = statement_timestamp() where merchant_id = $1 and session_id = $2',
    [user.merchantId, user.sessionId],
  )
}

/** Gives the user another password and ends every session and sign-in of theirs but this session. */
export async function setPassword(ctx: Ctx, user: User, passwordPhc: string): Promise<void> {
  await ctx.db
    .updateTable('sub_users')
    .set({ password_phc: passwordPhc })
    .where('merchant_id', '=', user.merchantId)
    .where('sub_user_id', '=', user.subUserId)
    .execute()
  await endOtherSessions(ctx, user)
}

/** Ends every session and sign-in under way of a user but the one that asks, for every tab and node. */
export async function endOtherSessions(ctx: Ctx, user: User): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ ended_at: ctx.now })
    .where('merchant_id', '=', user.merchantId)
    .where('sub_user_id', '=', user.subUserId)
    .where('session_id', '!=', user.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  await dropChallenges(ctx, user)
}

/** Locks a session for every tab and node, as idling would. */
export async function lock(ctx: Ctx, user: User): Promise<void> {
  await ctx.tx.query(
    `update sessions set locked_at = coalesce(locked_at, statement_timestamp()) where merchant_id = $1 and session_id = $2`,
    [user.merchantId, user.sessionId],
  )
}

/** Ends every session and sign-in under way of a user, for every tab and node. */
export async function endSessionsOf(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.tx.query(
    `update sessions set ended_at = statement_timestamp() where merchant_id = $1 and sub_user_id = $2 and ended_at is null`,
    [ctx.owner.merchantId, subUserId],
  )
  await dropChallenges(ctx, { merchantId: ctx.owner.merchantId, subUserId })
}

/** The sessions of a user that have not ended, the newest used first; `is_locked` by the database's clock. */
export const listSessions = (ctx: Ctx, user: User) =>
  ctx.tx.query<{
    session_id: string
    user_agent: string
    address: string
    created_at: Date
    last_seen_at: Date
    second_factor: SecondFactor | null
    is_locked: boolean
  }>(
    `select session_id, user_agent, address, created_at, last_seen_at, second_factor,
       locked_at is not null or last_seen_at < statement_timestamp() - $3 * interval '1 minute' as is_locked
     from sessions where merchant_id = $1 and sub_user_id = $2 and ended_at is null and expires_at > statement_timestamp()
     order by last_seen_at desc, session_id desc limit 100`,
    [user.merchantId, user.subUserId, limits.sessionIdleMinutes],
  )

/** Ends one session of a user, and gives what it was of; undefined where they have none like it. */
export async function endSessionOf(
  ctx: Ctx,
  user: User,
  sessionId: string,
): Promise<{ user_agent: string } | undefined> {
  const [ended] = await ctx.tx.query<{ user_agent: string }>(
    `update sessions set ended_at = statement_timestamp()
     where merchant_id = $1 and sub_user_id = $2 and session_id::text = $3 and ended_at is null returning user_agent`,
    [user.merchantId, user.subUserId, sessionId],
  )
  return ended
}
