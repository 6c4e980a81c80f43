import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { sessionEndErrors, type SessionEnd } from '#contract/session-ends.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { ago, databaseNow } from '#server/kit/db/clock.ts'
import { isUuid } from '#server/kit/db/id.ts'
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
  /** Why it ended, where that is known. */
  endReason?: SessionEnd | null
}
/** The reasons that are kept with the row; the others follow from its user, merchant and time. */
type KeptEnd = Exclude<SessionEnd, 'deactivated' | 'expired'>

export async function findByCookie(tx: Transaction, cookie: string | undefined): Promise<FoundSession | null> {
  if (!isToken(cookie)) return null
  const [row] = await tx.query<FoundSession>(
    `select merchant_id as "merchantId", session_id as "sessionId", sub_user_id as "subUserId", email, environment, state,
       end_reason as "endReason" from find_session_by_cookie($1)`,
    [hashToken(cookie)],
  )
  return row ?? null
}

/** The fault of a cookie without a session that goes on, with the reason where a session has ended. */
export const sessionLost = (found: FoundSession | null): Fault =>
  new Fault('sessionLost', found?.endReason ? { errors: sessionEndErrors(found.endReason) } : {})

/** Makes `environment` what the next reload opens in. Live needs a merchant that has completed onboarding. */
export async function moveSession(ctx: Ctx, session: FoundSession, environment: Environment): Promise<FoundSession> {
  if (environment === session.environment) return session
  if (environment === 'live' && !(await mayGoLive(ctx))) throw new Fault('denied', { why: 'not_onboarded' })
  ctx.write(ctx.own.update('sessions').set({ environment }).where('session_id', '=', session.sessionId))
  return { ...session, environment }
}

/**
 * Whether the owner is approved and has an enabled channel for payments in either environment: its first live channel is connected in live
 * mode.
 */
export async function mayGoLive(ctx: Ctx): Promise<boolean> {
  const { merchantId } = ctx.owner
  const merchant = await ctx.own
    .select('merchants')
    .select('kyc_status')
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (merchant?.kyc_status !== 'APPROVED') return false
  let hasChannel = false
  for (const environment of environments) {
    const { own } = await ctx.enter({ merchantId, environment })
    const found = own
      .select('payment_channels')
      .select('channel_key')
      .where('is_enabled', '=', true)
      .where('pay_type', '=', 'PAYIN')
      .limit(1)
    hasChannel ||= (await found.executeTakeFirst()) !== undefined
  }
  await ctx.enter(ctx.owner)
  return hasChannel
}

/** Ends a session for every tab and node. The tokens stay as rows that lead nowhere. */
export function endSession(ctx: Ctx, { sessionId }: User): void {
  ctx.write(
    ctx.own
      .update('sessions')
      .set({ ended_at: ctx.now, end_reason: 'signed_out' })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null),
  )
}

/**
 * Opens a locked session. For a user with a second factor, only that factor is a fresh proof too (`factorGiven`), and not the
 * password.
 */
export async function unlock(
  ctx: Ctx,
  { sessionId, subUserId }: FoundSession,
  { factorGiven }: { factorGiven: boolean },
): Promise<void> {
  const { is_2fa_enabled: twoStep } = await ctx.own
    .select('sub_users')
    .select('is_2fa_enabled')
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirstOrThrow()
  ctx.write(
    ctx.own
      .update('sessions')
      .set({ locked_at: null, last_seen_at: databaseNow, ...((factorGiven || !twoStep) && { proved_at: databaseNow }) })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null),
  )
}

export function markProved(ctx: Ctx, { sessionId }: User): void {
  ctx.write(ctx.own.update('sessions').set({ proved_at: databaseNow }).where('session_id', '=', sessionId))
}

/** Gives the user another password, and ends their other sessions and the sign-ins under way. */
export function setPassword(ctx: Ctx, user: User, passwordPhc: string): void {
  ctx.write(ctx.own.update('sub_users').set({ password_phc: passwordPhc }).where('sub_user_id', '=', user.subUserId))
  endOtherSessions(ctx, user, 'password_changed')
}

/** Ends every session of a user but the one that asks, and their sign-ins under way, for every tab and node. */
export function endOtherSessions(
  ctx: Ctx,
  { subUserId, sessionId }: Pick<User, 'subUserId' | 'sessionId'>,
  why: KeptEnd,
): void {
  ctx.write(openSessionsOf(ctx, subUserId).set(endedFor(why)).where('session_id', '!=', sessionId))
  dropChallenges(ctx, subUserId)
}

/** Ends every session of a user, and their sign-ins under way, for every tab and node. */
export function endSessionsOf(ctx: Ctx, subUserId: string, why: KeptEnd): void {
  ctx.write(openSessionsOf(ctx, subUserId).set(endedFor(why)))
  dropChallenges(ctx, subUserId)
}

export const endedFor = (why: KeptEnd) => ({ ended_at: databaseNow, end_reason: why })
const openSessionsOf = (ctx: Ctx, subUserId: string) =>
  ctx.own.update('sessions').where('sub_user_id', '=', subUserId).where('ended_at', 'is', null)

/** Locks a session for every tab and node, as idling would. */
export function lock(ctx: Ctx, { sessionId }: User): void {
  ctx.write(
    ctx.own
      .update('sessions')
      .set({ locked_at: databaseNow })
      .where('session_id', '=', sessionId)
      .where('locked_at', 'is', null),
  )
}

/** The sessions of a user that have not ended, the last used first; `is_locked` by the database's clock. */
export const listSessions = (ctx: Ctx, { subUserId }: User) =>
  ctx.own
    .select('sessions')
    .select(['session_id', 'user_agent', 'address', 'created_at', 'last_seen_at', 'second_factor'])
    .select(({ or, eb }) =>
      or([eb('locked_at', 'is not', null), eb('last_seen_at', '<', ago(limits.sessionIdleMinutes, 'minute'))])
        .$castTo<boolean>()
        .as('is_locked'),
    )
    .where('sub_user_id', '=', subUserId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(100)
    .execute()

/** Ends one session of a user. @returns its browser; undefined where the user has no such session. */
export const endSessionOf = (
  ctx: Ctx,
  { subUserId }: User,
  sessionId: string,
): Promise<{ user_agent: string } | undefined> =>
  isUuid(sessionId)
    ? openSessionsOf(ctx, subUserId)
        .set(endedFor('elsewhere'))
        .where('session_id', '=', sessionId)
        .returning('user_agent')
        .executeTakeFirst()
    : Promise.resolve(undefined)
