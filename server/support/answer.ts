import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { findTicket, insertMessage, moveTicket } from './queries.ts'

/**
 * Writes the operator's answer into a ticket of the owner, and notifies the author of the ticket. False when there is no such
 * ticket or it is closed.
 */
export async function answerTicket(
  ctx: Ctx,
  ticketRef: string,
  { text, author }: { text: string; author: string },
): Promise<boolean> {
  const ticket = await findTicket(ctx, null, ticketRef)
  if (!ticket || !(await moveTicket(ctx, ticketRef, 'answer'))) return false
  await insertMessage(ctx, ticketRef, { fromOperator: true, author, body: text })
  const facts = { ticket_ref: ticketRef, subject: ticket.subject }
  await notify(ctx, 'ticket_answered', facts, { to: ticket.created_by_id })
  return true
}
