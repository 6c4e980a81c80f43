import { limits } from '#contract/limits.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { NoticeEnvironment } from '#server/notifications/queries.ts'

/** A kind of one environment, or of none, to one person. */
export interface MailOf {
  subUserId: string
  kind: NotificationKind
  of: NoticeEnvironment
}
/** What a mail is to tell. */
export interface ToMail {
  facts: Record<string, string>
}

/** A mail that is to go out at a moment. */
export interface PlannedMail extends MailOf {
  at: Date
}

/**
 * Plans the next mail of a kind to each of these users who has none planned: at once, or when ten minutes are over since
 * the last. Index: primary key.
 */
export async function planMails(
  ctx: Ctx,
  { kind, of, subUserIds }: Pick<MailOf, 'kind' | 'of'> & { subUserIds: readonly string[] },
): Promise<PlannedMail[]> {
  if (subUserIds.length === 0) return []
  const rows = await ctx.tx.query<{ sub_user_id: string; due_at: Date }>(
    `insert into notification_mails as m (merchant_id, sub_user_id, environment, kind, due_at)
     select $1, id, $2, $3, $5 from unnest($4::uuid[]) as id order by id
     on conflict (merchant_id, sub_user_id, environment, kind)
     do update set due_at = greatest($5, m.sent_at + $6 * interval '1 minute') where m.due_at is null
     returning sub_user_id, due_at`,
    [ctx.owner.merchantId, of, kind, subUserIds, ctx.now, limits.notificationMailMinutes],
  )
  return rows.map((row) => ({ subUserId: row.sub_user_id, kind, of, at: row.due_at }))
}

/** Mails of the environment and of none that should have gone out by then. Index: notification_mails_due. */
export async function listOverdueMails(ctx: Ctx, since: Date): Promise<PlannedMail[]> {
  const rows = await ctx.db
    .selectFrom('notification_mails')
    .select(['sub_user_id', 'kind', 'environment', 'due_at'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', 'in', [ctx.owner.environment, ''])
    .where('due_at', '<', since)
    .limit(1_000)
    .execute()
  return rows.map(({ sub_user_id, kind, environment, due_at }) => ({
    subUserId: sub_user_id,
    kind,
    of: environment,
    at: due_at ?? since,
  }))
}

/** When the next mail is due, its row locked until the commit. Index: primary key. */
export const lockMail = (ctx: Ctx, { subUserId, kind, of }: MailOf) =>
  ctx.db
    .selectFrom('notification_mails')
    .select('due_at')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .where('environment', '=', of)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

/** Takes what waits to be mailed, newest first, and of it only what has not been read. Index: notifications_to_mail. */
export async function takeToMail(ctx: Ctx, { subUserId, kind, of }: MailOf): Promise<ToMail[]> {
  const rows = await ctx.tx.query<{ facts: Record<string, string>; read_at: Date | null }>(
    `with taken as (
       update notifications n set mail_due = false from notices o
       where n.merchant_id = $1 and n.sub_user_id = $2 and n.environment = $3 and n.mail_due
         and o.merchant_id = $1 and o.notice_id = n.notice_id and o.kind = $4
       returning o.notice_id, o.facts, n.read_at
     ) select facts, read_at from taken order by notice_id desc`,
    [ctx.owner.merchantId, subUserId, of, kind],
  )
  return rows.filter((row) => row.read_at === null)
}

/** Where to write to the person and how, if they are to be written to still. Index: primary keys. */
export async function recipientOf(ctx: Ctx, { subUserId, kind }: MailOf) {
  const [row] = await ctx.tx.query<{ name: string; email: string; language: Language; merchant: string }>(
    `select u.name, u.email, coalesce(l.language, $4) as language, m.name as merchant
     from sub_users u join merchants m on m.merchant_id = $1
     left join notification_languages l on l.merchant_id = $1 and l.sub_user_id = u.sub_user_id
     left join notification_preferences p on p.merchant_id = $1 and p.sub_user_id = u.sub_user_id and p.kind = $3
     where u.merchant_id = $1 and u.sub_user_id = $2 and u.is_active and u.is_email_verified and coalesce(p.email, true)`,
    [ctx.owner.merchantId, subUserId, kind, defaultLanguage],
  )
  return row
}

/** Nothing is planned any more; a mail that was sent is what the next one keeps its distance from. */
export async function endMail(ctx: Ctx, { subUserId, kind, of }: MailOf, { sent }: { sent: boolean }): Promise<void> {
  await ctx.db
    .updateTable('notification_mails')
    .set({ due_at: null, ...(sent && { sent_at: ctx.now }) })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .where('environment', '=', of)
    .where('kind', '=', kind)
    .execute()
}
