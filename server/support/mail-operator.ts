import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { sendMessage } from '#server/messages/send.ts'
import { findTicket, listThread } from './queries.ts'

/**
 * Mails what was written on a ticket to the operator, whole, with all that helps to look into it and the command to
 * answer by. Without an address the ticket waits to be looked up. Nothing in the mail can be pressed: what a stranger has
 * written stays text.
 */
export async function mailOperator(ctx: Ctx, user: User, ticketRef: string, messageId: string): Promise<void> {
  const to = ctx.services.supportEmail
  if (to === null) return
  const [ticket, thread] = await Promise.all([findTicket(ctx, null, ticketRef), listThread(ctx, ticketRef)])
  const message = thread.find(({ message_id }) => message_id === messageId)
  if (!ticket || !message) throw new Error(`no message ${messageId} on ${ticketRef}`)
  const facts = [
    ['Merchant', `${user.merchantName} (${user.merchantKey})`],
    ['User', `${user.name} <${user.email}>, ${user.roles.join(', ')}`],
    ['Environment', ctx.owner.environment],
    ['Category', ticket.category],
    ['Request', ticket.request_id],
    ['Screen', ticket.route],
    ['Failed at', ticket.failed_at?.toISOString() ?? ''],
    ['Files', message.files.map(({ name, file_id }) => `${name} (${file_id})`).join(', ')],
  ].filter(([, value]) => value !== '')
  const text = [
    facts.map(([name, value]) => `${name}: ${oneLine(value ?? '')}`).join('\n'),
    quoted(message.body),
    `Answer: npm run support -- reply ${ticketRef}\nRead all of it: npm run support -- show ${ticketRef}`,
  ].join('\n\n')
  const subject = `[${ticketRef}] ${oneLine(ticket.subject)}`
  const about = { type: 'support_ticket', ref: ticketRef }
  await sendMessage(ctx, { way: 'email', language: defaultLanguage, to, subject, text, about })
}

/** A merchant's text in the operator's mail, marked line by line so that none passes for ours. */
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
