import { kindOf, type FactsOf, type NotificationKind } from '#contract/notifications.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { memo } from '#server/kit/db/memo.ts'
import { noticeJob } from './notice-job.ts'

interface Audience {
  /** The only recipient; absent for all users whose roles get the kind. */
  to?: string | null | undefined
  /** Who is not told, since they did it themselves. */
  except?: string
  /** Told once under this name, however often it is noticed. */
  once?: string
}

/**
 * Reports an event that users of the merchant should know of, in the transaction of the event: one row and one job, neither
 * awaited. The job finds the recipients. A notice for one user is dropped when that user is null. So is a kind that is off by
 * default and that no user has switched on.
 * @param ctx of the merchant and environment of the event.
 */
export async function notify<K extends NotificationKind>(
  ctx: Ctx,
  kind: K,
  facts: FactsOf<K>,
  { to, except, once }: Audience = {},
): Promise<void> {
  const { personal, everywhere, console: inConsole, email } = kindOf(kind)
  if (personal && !to) return
  if (!inConsole && !email && !(await isWanted(ctx, kind))) return
  const noticeId = newId()
  ctx.append('notices', {
    notice_id: noticeId,
    environment: everywhere ? '' : ctx.owner.environment,
    kind,
    facts: JSON.stringify(facts),
    to_sub_user: to ?? null,
    except_sub_user: except ?? null,
    once: once ?? null,
    created_at: ctx.realNow,
  })
  ctx.enqueue(noticeJob, { noticeId })
}

/** The asking user if they belong to the merchant: the recipient of later notices about the object. */
export const ownUserId = ({ user, owner }: Pick<Ctx, 'user' | 'owner'>): string | null =>
  user?.merchantId === owner.merchantId ? user.subUserId : null

/** Whether any user has switched the kind on; read once a transaction. Index: notification_preferences_by_kind. */
export const isWanted = (ctx: Ctx, kind: NotificationKind): Promise<boolean> =>
  memo(
    ctx,
    `wanted ${kind}`,
    async () => (await ctx.db.executeQuery(whoWants({ merchantId: ctx.owner.merchantId, kind }))).rows.length > 0,
  )
const whoWants = statement((given: Places<{ merchantId: string; kind: NotificationKind }>) =>
  build
    .selectFrom('notification_preferences')
    .select('sub_user_id')
    .where('merchant_id', '=', given.merchantId)
    .where('kind', '=', given.kind)
    .where((where) => where.or([where('console', '=', true), where('email', '=', true)]))
    .limit(1),
)
