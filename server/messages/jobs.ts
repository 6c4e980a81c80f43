import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect, type Job } from '#server/kit/jobs/jobs.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import type { SendFault } from '#server/kit/outbound/mail.ts'
import { notify } from '#server/notifications/notify.ts'
import { readAttachments } from './attachments.ts'
import { mailHtml } from './mail-html.ts'
import { changeMessage, lockMessage, textOf, type LockedMessage } from './queries.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  messageId: z.uuid(),
  /** The `next_attempt_at`, in milliseconds, that this job comes for; absent: the message's first. */
  at: z.int().optional(),
})
type MessageJob = z.output<typeof data>

/**
 * One attempt to send a message. Killed between sending and settling it sends once more, under the same Message-ID, by
 * which mail programs show it once.
 */
export const sendMessageJob: Job<MessageJob> = effect({
  name: 'send-message',
  data,
  // A queue of its own: a slow mail server delays no other job.
  parallel: 32,
  claim,
  act,
  complete,
})

type Claim = Pick<
  LockedMessage,
  | 'message_id'
  | 'way'
  | 'language'
  | 'recipient'
  | 'subject'
  | 'attachments'
  | 'brand_name'
  | 'brand_logo'
  | 'created_at'
> & { text: string }
/** `without`: the names of the attachments that were left out. */
type Result = { state: 'sent' | 'outbox'; without?: readonly string[] } | SendFault

async function claim(ctx: Ctx, job: MessageJob): Promise<Claim | null> {
  const message = await lockMessage(ctx, job.messageId)
  if (!message || message.state !== 'pending' || message.next_attempt_at?.getTime() !== job.at) return null
  const wait = (job.at ?? 0) - ctx.now.getTime()
  if (wait > 0) {
    ctx.enqueue(sendMessageJob, job, { after: wait / 1000 })
    return null
  }
  return { ...message, text: await textOf(ctx, message) }
}

async function act(
  services: Services,
  claimed: Claim,
  _signal: AbortSignal,
  transaction: InTransaction,
): Promise<Result> {
  const { message_id: id, way, language, recipient: to, subject, text, created_at: date } = claimed
  if (way === 'sms')
    return services.sms ? ((await services.sms.send({ id, to, text })) ?? { state: 'sent' }) : { state: 'outbox' }
  // Without a mail server the outbox reads the attachments that somebody opens.
  if (!services.mail) return { state: 'outbox' }
  const attached = await readAttachments(services, claimed.attachments, transaction).catch((error: unknown) => {
    services.log.warn({ message: id, err: error }, 'the attachments of a message could not be read')
    return null
  })
  if (!attached) return { permanent: false, text: 'An attachment could not be read.' }
  const { files: attachments, without } = attached
  const html = mailHtml({ language, subject, text }, { name: claimed.brand_name, logo: claimed.brand_logo })
  return (await services.mail.send({ id, to, subject, text, html, date, attachments })) ?? { state: 'sent', without }
}

async function complete(ctx: Ctx, job: MessageJob, _claim: Claim, result: Result): Promise<void> {
  const message = await lockMessage(ctx, job.messageId)
  // Another worker was given the same job and has settled it.
  if (!message || message.state !== 'pending' || message.next_attempt_at?.getTime() !== job.at) return
  const attempts = message.attempts + 1
  if ('state' in result) {
    const { state, without = [] } = result
    const fault = without.length > 0 ? `Sent without ${without.join(', ')}`.slice(0, 400) : ''
    return changeMessage(ctx, job.messageId, { state, attempts, fault, settled_at: ctx.now })
  }
  const fault = result.text.slice(0, 400)
  const age = ctx.now.getTime() - message.created_at.getTime()
  const wait = waitMs(attempts, Math.random())
  if (result.permanent || age + wait > giveUpMs) {
    ctx.services.log.warn({ message: job.messageId, fault }, 'a message could not be sent')
    await tellOfFailure(ctx, message)
    return changeMessage(ctx, job.messageId, {
      state: 'failed',
      attempts,
      fault,
      bounced: result.permanent,
      settled_at: ctx.now,
    })
  }
  const at = new Date(ctx.now.getTime() + wait)
  await changeMessage(ctx, job.messageId, { attempts, fault, next_attempt_at: at })
  ctx.enqueue(sendMessageJob, { messageId: job.messageId, at: at.getTime() }, { after: wait / 1000 })
}

/** Notifies people that a message was not sent: the creator of a link, and who sends invoices. */
async function tellOfFailure(ctx: Ctx, { about_type, about_ref, recipient }: LockedMessage): Promise<void> {
  if (about_type === 'payment_link') {
    const link = await ctx.own
      .select('payment_links')
      .select('created_by_id')
      .where('link_ref', '=', about_ref)
      .executeTakeFirst()
    return notify(ctx, 'link_message_failed', { link_ref: about_ref, recipient }, { to: link?.created_by_id })
  }
  if (about_type !== 'invoice') return
  const invoice = await ctx.own
    .select('invoices')
    .select('invoice_number')
    .where('invoice_ref', '=', about_ref)
    .executeTakeFirst()
  if (!invoice) return
  await notify(ctx, 'invoice_message_failed', { invoice_ref: about_ref, number: invoice.invoice_number, recipient })
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const giveUpMs = 24 * hour
const waits = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour]

/** From the end of so many attempts to the next one, a tenth more or less. */
const waitMs = (attempts: number, random: number) =>
  Math.round((waits[attempts - 1] ?? 4 * hour) * (0.9 + 0.2 * random))
