import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import type { MessageWay } from '#contract/messages.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { messagesAbout } from '#server/messages/queries.ts'
import { sendMessage } from '#server/messages/send.ts'
import { messageOf } from './message.ts'
import { findPaymentLink } from './queries.ts'

interface Wanted {
  way?: MessageWay | undefined
  ways?: readonly MessageWay[]
  language?: Language | undefined
}

/**
 * Sends the link to its customer by the given ways; without them by every way that has an address. A way that was used
 * within the last minute is not used again. Throws `notFound`, `wrongState` when the link cannot be paid any more, and
 * `recipientMissing`.
 * @returns the latest message of each way, the new ones and those of the last minute.
 */
export async function sendPaymentLink(ctx: Ctx, linkRef: string, { way, ways, language }: Wanted) {
  // The lock is held until the commit: of many requests at once, the second sees the first one's message.
  const link = await findPaymentLink(ctx, linkRef, { lock: true })
  if (!link) throw new Fault('notFound')
  const over = link.expires_at !== null && link.expires_at <= ctx.now
  if (over || paymentLinkStates.isFinal(link.status))
    throw new Fault('wrongState', { why: `the link is ${link.status}` })

  const recipients = { email: link.email, sms: link.phone.replaceAll(/[ ().-]/g, '') }
  const known = (['email', 'sms'] as const).filter((one) => recipients[one] !== '')
  const wanted = way ? [way] : (ways ?? known)
  const missing = wanted.find((one) => !known.includes(one))
  if (missing || wanted.length === 0) throw recipientMissing(missing ?? 'email')

  const about = { type: 'payment_link', ref: linkRef }
  const before = await messagesAbout(ctx, about)
  const merchant = await merchantOf(ctx)
  const found = []
  for (const one of wanted) {
    const last = before.find((message) => message.way === one)
    if (last && ctx.now.getTime() - last.created_at.getTime() < limits.linkSentSeconds * 1_000) {
      found.push({ way: one, recipient: last.recipient, sent_at: last.created_at, message_id: last.message_id })
      continue
    }
    const message = messageOf(link, { way: one, language: language ?? link.language, timeZone: merchant.time_zone })
    const messageId = await sendMessage(ctx, { way: one, to: recipients[one], ...message, about })
    addTimelineEntry(ctx, 'payment_link', linkRef, 'notified', {
      way: one,
      recipient: recipients[one],
      message: messageId,
    })
    found.push({ way: one, recipient: recipients[one], sent_at: ctx.now, message_id: messageId })
  }
  return found
}

const recipientMissing = (way: MessageWay) =>
  new Fault('recipientMissing', {
    errors: [
      { path: way === 'email' ? 'email' : 'phone', reason: 'required', text: 'This is needed to send the link.' },
    ],
  })
