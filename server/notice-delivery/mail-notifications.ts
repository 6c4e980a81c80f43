import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { fill } from '#i18n/fill.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import { nameOfKind, wordsOf } from '#contract/notification-words.ts'
import { kindNames, kindOf, preferencesFragment, searchOf, type NotificationKind } from '#contract/notifications.ts'
import { screens } from '#contract/screens.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { textsOf } from '#server/kit/texts.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import {
  endMail,
  listOverdueMails,
  lockMail,
  recipientOf,
  takeToMail,
  type PlannedMail,
  type ToMail,
} from './mail-queries.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  subUserId: z.uuid(),
  kind: z.enum(kindNames),
  /** The environment of the notices; empty for what concerns the merchant as a whole. */
  of: z.enum(['sandbox', 'live', '']),
  /** Person, kind and environment in one, for the sweep. */
  mail: z.string(),
  /** The `due_at`, in milliseconds, that this job comes for. */
  at: z.int(),
})
type MailJob = z.output<typeof data>

/**
 * One mail to one person about all of a kind that waits for it: what came meanwhile stands in it with a count. Whoever has
 * read everything in the console by then, has left or switched the mail off gets none.
 */
export const mailNotifications: Job<MailJob> = job<MailJob>({
  name: 'mail-notifications',
  data,
  overdue: { key: 'mail', list: async (ctx, since) => (await listOverdueMails(ctx, since)).map(mailJobOf) },
  work,
})

/** The job for a mail that is planned. */
export const mailJobOf = ({ subUserId, kind, of, at }: PlannedMail) => ({
  subUserId,
  kind,
  of,
  mail: `${subUserId} ${kind} ${of}`,
  at: at.getTime(),
})

async function work(ctx: Ctx, { subUserId, kind, of, at }: MailJob): Promise<void> {
  const mail = { subUserId, kind, of }
  const planned = await lockMail(ctx, mail)
  if (planned?.due_at?.getTime() !== at) return
  const told = await takeToMail(ctx, mail)
  const to = told.length > 0 ? await recipientOf(ctx, mail) : undefined
  if (!to) return endMail(ctx, mail, { sent: false })
  const about = { type: 'notification', ref: kind }
  const language = await languageOfUser(ctx, subUserId, defaultLanguage)
  await sendMessage(ctx, { way: 'email', to: to.email, ...noticesMail(ctx, kind, told, { ...to, language }), about })
  await endMail(ctx, mail, { sent: true })
}

function noticesMail(
  ctx: Ctx,
  kind: NotificationKind,
  told: readonly ToMail[],
  to: { name: string; language: Language; merchant: string },
): Mail {
  const { text, more } = mailTexts[to.language].notifications
  const notices = noticeTexts[to.language]
  const name = nameOfKind(kind, notices)
  const lines = told.slice(0, listedMost).map(({ facts }) => `• ${wordsOf(kind, facts, notices, to.language).text}`)
  const rest = told.length - listedMost
  const [newest] = told
  const search = told.length === 1 ? searchOf(kind, newest?.facts ?? {}) : {}
  const query = Object.keys(search).length > 0 ? `?${new URLSearchParams(search)}` : ''
  // A screen that needs a reference cannot show several objects.
  const path = told.length === 1 || !kindOf(kind).opens.search ? screens[kindOf(kind).opens.to].path : '/'
  const { publicUrl } = ctx.services
  const subject = told.length > 1 ? '{kind} ({count})' : '{kind}'
  return mailOf(
    to.language,
    { subject, text },
    {
      name: oneLine(to.name),
      merchant: oneLine(to.merchant),
      kind: name,
      count: told.length,
      notices: [...lines, ...(rest > 0 ? [fill(more, { count: rest })] : [])].join('\n'),
      link: `${publicUrl}${path}${query}`,
      preferences: `${publicUrl}${screens.profile.path}#${preferencesFragment}`,
    },
  )
}
const noticeTexts = textsOf('notices')
const listedMost = 20

/** A name that a user has typed, in a form that stays on its line and makes no button. */
const oneLine = (text: string) =>
  `\u2068${text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 100)}\u2069`
