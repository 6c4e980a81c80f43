import { limits } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { idAt } from '#server/kit/db/id.ts'
import { usersChannel } from './channel.ts'

/** The environment of a notice; empty for one that belongs to neither. */
export type NoticeEnvironment = Environment | ''
export interface Notice {
  notice_id: string
  kind: string
  environment: NoticeEnvironment
  to_sub_user: string | null
  except_sub_user: string | null
}

// Notices of both environments and of none are in one table, so `own`, which adds one environment, does not fit.
const noticesOf = (ctx: Ctx) => ctx.db.selectFrom('notices').where('merchant_id', '=', ctx.owner.merchantId)

/** Takes a notice to be told; undefined when it is told already. Index: primary key. */
export const takeNotice = (ctx: Ctx, noticeId: string): Promise<Notice | undefined> =>
  ctx.db
    .updateTable('notices')
    .set({ state: 'told' })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('notice_id', '=', noticeId)
    .where('state', '=', 'new')
    .returning(['notice_id', 'kind', 'environment', 'to_sub_user', 'except_sub_user'])
    .executeTakeFirst()

/** Notices of the environment and of none that were to be told before a time. Index: notices_new. */
export async function listUntold(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await noticesOf(ctx)
    .select('notice_id')
    .where('state', '=', 'new')
    .where('created_at', '<', since)
    .where('environment', 'in', [ctx.owner.environment, ''])
    .limit(1_000)
    .execute()
  return rows.map(({ notice_id }) => notice_id)
}

/**
 * Writes a notice into the lists of its audience: active users, with one of the roles unless those are null, by their choices
 * or else by what is usual. A query by hand: one INSERT … SELECT for all users, however many. Index: primary keys.
 */
export const insertNotifications = (
  ctx: Ctx,
  { notice_id, kind, environment, to_sub_user, except_sub_user }: Notice,
  {
    roles,
    usual,
  }: { roles: readonly string[] | null; usual: { console: boolean; email: boolean; fixed: boolean; mailed: boolean } },
) =>
  ctx.tx.query<{ sub_user_id: string; in_console: boolean; mail_due: boolean }>(
    `insert into notifications (merchant_id, sub_user_id, notice_id, environment, in_console, mail_due)
     select merchant_id, sub_user_id, $2, $3, in_console, mail_due from (
       select u.merchant_id, u.sub_user_id, coalesce(p.console, $7) or $9 as in_console,
         coalesce(p.email, $8) and not $10 and u.is_email_verified and u.email <> '' as mail_due
       from sub_users u
       left join notification_preferences p
         on p.merchant_id = $1 and p.sub_user_id = u.sub_user_id and p.kind = $4
       where u.merchant_id = $1 and u.is_active and ($5::uuid is null or u.sub_user_id = $5)
         and ($6::text[] is null or u.roles && $6) and u.sub_user_id is distinct from $11::uuid
     ) as audience where in_console or mail_due
     on conflict do nothing returning sub_user_id, in_console, mail_due`,
    [
      ctx.owner.merchantId, notice_id, environment, kind, to_sub_user, roles, usual.console, usual.email, usual.fixed, usual.mailed,
      except_sub_user,
    ], // prettier-ignore
  )

/**
 * Tells every API by NOTIFY, with the commit, that something changed for these users. PostgreSQL serialises commits with a
 * NOTIFY, so it is for jobs and for what users do in their lists, never for payments.
 */
export function signalUsers(ctx: Ctx, subUserIds: readonly string[]): void {
  if (subUserIds.length === 0) return
  const payloads = subUserIds.map((id) => `${ctx.owner.merchantId} ${id}`)
  ctx.tx.write({
    sql: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
    parameters: [usersChannel, payloads],
  })
}

/** Deletes notices that are older than `notificationDays`. Index: primary key, whose ids sort by time. */
export function pruneNotices(ctx: Ctx): void {
  const before = idAt(new Date(ctx.now.getTime() - limits.notificationDays * 86_400_000))
  const old = noticesOf(ctx).select('notice_id').where('notice_id', '<', before).orderBy('notice_id').limit(200)
  ctx.write(ctx.db.deleteFrom('notices').where('merchant_id', '=', ctx.owner.merchantId).where('notice_id', 'in', old))
}

/** The owner of a list of notifications, and the environment that they are in. */
export interface Whose {
  merchantId: string
  subUserId: string
  environment: Environment
}

const listOf = (ctx: Ctx, { merchantId, subUserId, environment }: Whose) =>
  ctx.db
    .selectFrom('notifications as n')
    .where('n.merchant_id', '=', merchantId)
    .where('n.sub_user_id', '=', subUserId)
    .where('n.environment', 'in', [environment, ''])
    .where('n.in_console', '=', true)

/** A page of a user's list, newest first. Index: primary key, whose ids sort by time. */
export const listNotifications = (
  ctx: Ctx,
  whose: Whose,
  {
    size,
    skipped,
    unreadOnly,
    before,
  }: { size: number; skipped: number; unreadOnly: boolean; before?: string | undefined },
) =>
  listOf(ctx, whose)
    .innerJoin('notices as o', (join) =>
      join.on('o.merchant_id', '=', ctx.owner.merchantId).onRef('o.notice_id', '=', 'n.notice_id'),
    )
    .select(['n.notice_id as notification_id', 'o.kind', 'o.facts', 'o.created_at', 'n.read_at'])
    .$if(unreadOnly, (query) => query.where('n.read_at', 'is', null))
    .$if(before !== undefined, (query) => query.where('n.notice_id', '<', before as string))
    .orderBy('n.notice_id', 'desc')
    .limit(size)
    .offset(skipped)
    .execute()

/** The number of notifications and of unread ones, up to the cap. Indexes: primary key, notifications_unread. */
export async function countNotifications(ctx: Ctx, whose: Whose): Promise<{ all: number; unread: number }> {
  const count = async (unreadOnly: boolean) => {
    const rows = listOf(ctx, whose)
      .select('n.notice_id')
      .$if(unreadOnly, (query) => query.where('n.read_at', 'is', null))
      .limit(limits.countMost)
      .as('counted')
    const { many } = await ctx.db
      .selectFrom(rows)
      .select(({ fn }) => fn.countAll<bigint>().as('many'))
      .executeTakeFirstOrThrow()
    return Number(many)
  }
  const [all, unread] = await Promise.all([count(false), count(true)])
  return { all, unread }
}

/** Marks one of a user's notifications as read, or all of them. @returns the number that was unread before. */
export async function markRead(ctx: Ctx, whose: Whose, notificationId?: string): Promise<number> {
  const marked = await ctx.db
    .updateTable('notifications')
    .set({ read_at: ctx.now })
    .where('merchant_id', '=', whose.merchantId)
    .where('sub_user_id', '=', whose.subUserId)
    .where('environment', 'in', [whose.environment, ''])
    .where('in_console', '=', true)
    .where('read_at', 'is', null)
    .$if(notificationId !== undefined, (query) => query.where('notice_id', '=', notificationId as string))
    .returning('notice_id')
    .execute()
  return marked.length
}

/** Whether the user's list has a notification. Index: primary key. */
export async function hasNotification(ctx: Ctx, whose: Whose, notificationId: string): Promise<boolean> {
  const found = await listOf(ctx, whose)
    .select('n.notice_id')
    .where('n.notice_id', '=', notificationId)
    .executeTakeFirst()
  return found !== undefined
}

/** A user's choices that differ from the usual ones. Index: primary key. */
export const findPreferences = (ctx: Ctx, { merchantId, subUserId }: Pick<Whose, 'merchantId' | 'subUserId'>) =>
  ctx.db
    .selectFrom('notification_preferences')
    .select(['kind', 'console', 'email'])
    .where('merchant_id', '=', merchantId)
    .where('sub_user_id', '=', subUserId)
    .execute()

export async function keepPreference(
  ctx: Ctx,
  { merchantId, subUserId }: Whose,
  { kind, ...channels }: { kind: NotificationKind; console: boolean; email: boolean },
): Promise<void> {
  await ctx.db
    .insertInto('notification_preferences')
    .values({ merchant_id: merchantId, sub_user_id: subUserId, kind, ...channels })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'sub_user_id', 'kind']).doUpdateSet(channels))
    .execute()
}
