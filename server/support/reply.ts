import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { replyToTicket as declaration } from '#contract/support.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { takeFiles } from './files.ts'
import { mailOperator } from './mail-operator.ts'
import { findTicket, insertMessage, moveTicket } from './queries.ts'
import type { Whose } from './whose.ts'

/** Writes on as the merchant: it is the operator's turn again. `wrongState` for a ticket that is closed. */
export async function replyToTicket(
  ctx: Ctx,
  whose: Whose,
  ticketRef: string,
  { text, files = [] }: Input<typeof declaration>['body'],
): Promise<void> {
  const ticket = await findTicket(ctx, whose, ticketRef)
  if (!ticket) throw new Fault('notFound')
  if (ticket.messages >= limits.ticketMessages) throw new Fault('tooMany')
  ctx.auditSubject(ticketRef)
  if (!(await moveTicket(ctx, ticketRef, 'reply')))
    throw new Fault('wrongState', { why: `the ticket is ${ticket.status}` })
  const { user } = whose
  const messageId = await insertMessage(ctx, ticketRef, { fromOperator: false, author: user.name, body: text })
  await takeFiles(ctx, user, { ticketRef, messageId, fileIds: files })
  await mailOperator(ctx, user, ticketRef, messageId)
}
