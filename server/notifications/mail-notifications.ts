import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { MessageLanguage } from '#contract/messages.ts'
import { nameOfKind, wordsOf } from '#contract/notification-words.ts'
import { kindNames, kindOf, preferencesFragment, searchOf, type NotificationKind } from '#contract/notifications.ts'
import { screens } from '#contract/screens.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs.ts'
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
  owed: { key: 'mail', list: async (ctx, since) => (await listOverdueMails(ctx, since)).map(mailJobOf) },
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
  await sendMessage(ctx, { way: 'email', to: to.email, ...mailOf(ctx, kind, told, to), about })
  await endMail(ctx, mail, { sent: true })
}

function mailOf(
  ctx: Ctx,
  kind: NotificationKind,
  told: readonly ToMail[],
  to: { name: string; language: MessageLanguage; merchant: string },
): { subject: string; text: string } {
  const words = frame[to.language]
  const name = nameOfKind(kind, to.language)
  const lines = told.slice(0, listedMost).map(({ facts }) => `• ${wordsOf(kind, facts, to.language).text}`)
  const [newest] = told
  const search = told.length === 1 ? searchOf(kind, newest?.facts ?? {}) : {}
  const query = Object.keys(search).length > 0 ? `?${new URLSearchParams(search)}` : ''
  // Of one that needs a reference there is no page for several.
  const path = told.length === 1 || !kindOf(kind).opens.search ? screens[kindOf(kind).opens.to].path : '/'
  const parts = [
    words.greeting(oneLine(to.name)),
    words.head(oneLine(to.merchant), name),
    [...lines, ...(told.length > listedMost ? [words.more(told.length - listedMost)] : [])].join('\n'),
    `${words.open}:\n${ctx.house.publicUrl}${path}${query}`,
    `${words.choose} ${ctx.house.publicUrl}${screens.profile.path}#${preferencesFragment}`,
  ]
  return { subject: told.length > 1 ? `${name} (${told.length})` : name, text: parts.join('\n\n') }
}
const listedMost = 20

const frame = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    head: (merchant: string, kind: string) => `${merchant} – ${kind}:`,
    more: (count: number) => `… and ${count} more.`,
    open: 'Open it in the console',
    choose: 'Choose which mails you get:',
  },
  ar: {
    greeting: (name: string) => `مرحبًا ${name}،`,
    head: (merchant: string, kind: string) => `${merchant} – ${kind}:`,
    more: (count: number) => `… وغيرها، عددها ${count}.`,
    open: 'افتح في لوحة التحكم',
    choose: 'اختر الرسائل التي تصلك:',
  },
} as const

/** What somebody typed as a name, so that it stays on its line and makes no button. */
const oneLine = (text: string) =>
  `\u2068${text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 100)}\u2069`
