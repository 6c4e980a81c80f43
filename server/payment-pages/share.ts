import type { Input } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { sharePaymentPage as declaration } from '#contract/payment-pages.ts'
import { fill } from '#i18n/fill.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { mailOf, mailTexts, oneLine } from '#server/messages/mail-text.ts'
import { messagesAbout } from '#server/messages/queries.ts'
import { sendMessage } from '#server/messages/send.ts'
import { findPaymentPage } from './queries.ts'

/**
 * Sends a page's address to somebody by mail or SMS; within a minute the same person gets no second one, and the answer is about
 * the first. Throws `notFound`, `wrongState` when the page takes no orders, and `recipientMissing` for an address of the other way.
 */
export async function sharePaymentPage(ctx: Ctx, pageRef: string, body: Input<typeof declaration>['body']) {
  const page = await findPaymentPage(ctx, pageRef, { lock: true })
  if (!page) throw new Fault('notFound')
  if (page.status !== 'activated') throw new Fault('wrongState', { why: `the page is ${page.status}` })
  const { way, recipient: given, language = page.default_language } = body
  if (given.includes('@') !== (way === 'email'))
    throw new Fault('recipientMissing', {
      errors: [{ path: 'recipient', reason: 'required', text: 'This is not an address of this way.' }],
    })
  const recipient = way === 'email' ? given : given.replaceAll(/[ ().-]/g, '')
  const about = { type: 'payment_page', ref: pageRef }
  const last = (await messagesAbout(ctx, about)).find((one) => one.way === way && one.recipient === recipient)
  if (last && ctx.now.getTime() - last.created_at.getTime() < limits.pageSharedSeconds * 1_000)
    return { way, recipient, sent_at: last.created_at, message_id: last.message_id }

  const { brand_name, name } = await merchantOf(ctx)
  const texts = mailTexts[language].paymentPage
  const merchant = oneLine(page.merchant_name || brand_name || name)
  const values = { merchant, title: oneLine(page.title), address: `${page.page_url}?lang=${language}` }
  const message =
    way === 'sms'
      ? { language, subject: '', text: `${fill(texts.short, values)} ${values.address}` }
      : mailOf(language, texts, values)
  const message_id = await sendMessage(ctx, { way, to: recipient, ...message, about })
  addTimelineEntry(ctx, 'payment_page', pageRef, 'shared', { way, recipient, message: message_id })
  ctx.auditSubject(pageRef, madeAs({ way }))
  return { way, recipient, sent_at: ctx.now, message_id }
}
