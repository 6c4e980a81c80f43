import { rules } from '#contract/access.ts'
import { isKind } from '#contract/notification-words.ts'
import { kindOf } from '#contract/notifications.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { mailJobOf, mailNotifications } from './mail-notifications.ts'
import { planMails } from './mail-queries.ts'
import { noticeJob, type NoticeJob } from '#server/notifications/notice-job.ts'
import {
  insertNotifications,
  listUntold,
  pruneNotices,
  signalUsers,
  takeNotice,
} from '#server/notifications/queries.ts'

/**
 * Gives a notice to each person that it is for, as they want to be told: into their list in the console, whose open tabs
 * hear of it at once, and into the next mail of its kind to them. Twice is once: the notice leaves its state `new`.
 */
export const tellNotice: Job<NoticeJob> = job<NoticeJob>({
  ...noticeJob,
  overdue: {
    key: 'noticeId',
    list: async (ctx, since) => (await listUntold(ctx, since)).map((noticeId) => ({ noticeId })),
  },
  work,
})

async function work(ctx: Ctx, { noticeId }: { noticeId: string }): Promise<void> {
  const notice = await takeNotice(ctx, noticeId)
  // A newer version wrote this kind, and this version has no words for it.
  if (!notice || !isKind(notice.kind)) return
  const { audience, personal, console: inConsole, email, fixed = false, mailed = false } = kindOf(notice.kind)
  const { who }: { who: string | readonly string[] } = rules[audience]
  const how = { roles: typeof who === 'string' ? null : who, usual: { console: inConsole, email, fixed, mailed } }
  const first = await insertNotifications(ctx, notice, how)
  // The recipient has left or does not want it, so the other users get it.
  const toOthers = first.length === 0 && notice.to_sub_user !== null && !personal
  const told = toOthers ? await insertNotifications(ctx, { ...notice, to_sub_user: null }, how) : first
  signalUsers(
    ctx,
    told.filter((one) => one.in_console).map((one) => one.sub_user_id),
  )
  const toMail = told.filter((one) => one.mail_due).map((one) => one.sub_user_id)
  for (const planned of await planMails(ctx, { kind: notice.kind, of: notice.environment, subUserIds: toMail }))
    ctx.enqueue(mailNotifications, mailJobOf(planned), {
      after: Math.max(0, planned.at.getTime() - ctx.now.getTime()) / 1000,
    })
  pruneNotices(ctx)
}
