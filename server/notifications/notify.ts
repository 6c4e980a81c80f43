import { kindOf, type FactsOf, type NotificationKind } from '#contract/notifications.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { build, statement, type Places } from '#server/kit/build.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'
import { once as onceIn } from '#server/kit/once.ts'
import { noticeJob } from './notice-job.ts'

interface Audience {
  /** The one sub-user that it is for; without, everybody whose roles make it theirs. */
  to?: string | null | undefined
  /** Told once under this name, however often it is noticed. */
  once?: string
}

/**
 * Says that something happened that people of the merchant should know, in the transaction that makes it true: one row
 * and one job, nobody waited for. Who is told, and how, is found out by the job. What is for one person is dropped when
 * there is none, as is a kind that is off unless chosen and that nobody has chosen.
 * @param ctx of the merchant and environment that it happened in.
 */
export async function notify<K extends NotificationKind>(
  ctx: Ctx,
  kind: K,
  facts: FactsOf<K>,
  { to, once }: Audience = {},
): Promise<void> {
  const { personal, everywhere, console: inConsole, email } = kindOf(kind)
  if (personal && !to) return
  if (!inConsole && !email && !(await isWanted(ctx, kind))) return
  const noticeId = newId()
  const row = {
    merchantId: ctx.owner.merchantId,
    noticeId,
    environment: everywhere ? ('' as const) : ctx.owner.environment,
    kind,
    facts: JSON.stringify(facts),
    to: to ?? null,
    once: once ?? null,
    now: ctx.now,
  }
  ctx.tx.later(insertNotice(row))
  await ctx.enqueue(noticeJob, { noticeId })
}

interface Notice {
  merchantId: string
  noticeId: string
  environment: Environment | ''
  kind: NotificationKind
  facts: string
  to: string | null
  once: string | null
  now: Date
}
const insertNotice = statement((row: Places<Notice>) =>
  build
    .insertInto('notices')
    .values({
      merchant_id: row.merchantId,
      notice_id: row.noticeId,
      environment: row.environment,
      kind: row.kind,
      facts: row.facts,
      to_sub_user: row.to,
      once: row.once,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Who asks, where it is one of the merchant's own: whom to tell later what became of it. */
export const ownUserId = ({ user, owner }: Pick<Ctx, 'user' | 'owner'>): string | null =>
  user?.merchantId === owner.merchantId ? user.subUserId : null

/** Whether anybody has chosen to be told; read once a transaction. Index: notification_preferences_by_kind. */
export const isWanted = (ctx: Ctx, kind: NotificationKind): Promise<boolean> =>
  onceIn(
    ctx,
    `wanted ${kind}`,
    async () => (await ctx.tx.rows(whoWants({ merchantId: ctx.owner.merchantId, kind }))).length > 0,
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
