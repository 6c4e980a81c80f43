import { limits } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { NoticeEnvironment } from '#server/notifications/queries.ts'

/** The mails of one kind to one user, of one environment or of none. */
export interface MailOf {
  subUserId: string
  kind: NotificationKind
  of: NoticeEnvironment
}
/** The facts of one notice in a mail. */
export interface ToMail {
  facts: Record<string, string>
}

/** A mail that is planned for a time. */
export interface PlannedMail extends MailOf {
  at: Date
}

/**
 * Plans the next mail of a kind to each of these users who has none planned: at once, or ten minutes after the last one. A
 * query by hand: an upsert which decides by the row that it meets. Index: primary key.
 */
export async function planMails(
  ctx: Ctx,
  { kind, of, subUserIds }: Pick<MailOf, 'kind' | 'of'> & { subUserIds: readonly string[] },
): Promise<PlannedMail[]> {
  const planned = await Promise.all(
    // In one order, so that two transactions do not wait for each other.
    subUserIds.toSorted().map(async (subUserId) => {
      const [row] = await ctx.tx.query<{ due_at: Date }>(planMail, [
        ctx.owner.merchantId,
        subUserId,
        of,
        kind,
        ctx.now,
        limits.notificationMailMinutes * 60,
      ])
      return row && { subUserId, kind, of, at: row.due_at }
    }),
  )
  return planned.filter((mail) => mail !== undefined)
}
const planMail = `
  insert into notification_mails as m (merchant_id, sub_user_id, environment, kind, due_at) values ($1, $2, $3, $4, $5)
  on conflict (merchant_id, sub_user_id, environment, kind)
    do update set due_at = greatest(excluded.due_at, seconds_after(m.sent_at, $6)) where m.due_at is null
  returning due_at`

/** Mails of the environment and of none that were due before a time. Index: notification_mails_due. */
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

/** The time of the next mail, its row locked until the commit. Index: primary key. */
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

/** Takes the notices that wait for a mail, newest first, without those that were read. Index: notifications_to_mail. */
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

/** The recipient of a mail; undefined for a user who gets none any more. Index: primary keys. */
export const recipientOf = (ctx: Ctx, { subUserId, kind }: MailOf) =>
  ctx.db
    .selectFrom('sub_users as u')
    .innerJoin('merchants as m', (join) => join.on('m.merchant_id', '=', ctx.owner.merchantId))
    .leftJoin('notification_preferences as p', (join) =>
      join
        .on('p.merchant_id', '=', ctx.owner.merchantId)
        .onRef('p.sub_user_id', '=', 'u.sub_user_id')
        .on('p.kind', '=', kind),
    )
    .select(['u.name', 'u.email', 'm.name as merchant'])
    .where('u.merchant_id', '=', ctx.owner.merchantId)
    .where('u.sub_user_id', '=', subUserId)
    .where('u.is_active', '=', true)
    .where('u.is_email_verified', '=', true)
    .where(({ or, eb }) => or([eb('p.email', 'is', null), eb('p.email', '=', true)]))
    .executeTakeFirst()

/** Ends the plan of a mail. The time of a mail that was sent decides when the next may follow. */
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
