import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findTicket, moveTicket } from './queries.ts'
import type { Whose } from './whose.ts'

/** Closes or reopens a ticket that the user may see. Throws `wrongState` when it is in that state already. */
export async function moveByMerchant(
  ctx: Ctx,
  whose: Whose,
  ticketRef: string,
  action: 'close' | 'reopen',
): Promise<void> {
  const ticket = await findTicket(ctx, whose, ticketRef)
  if (!ticket) throw new Fault('notFound')
  ctx.auditSubject(ticketRef)
  if (!(await moveTicket(ctx, ticketRef, action)))
    throw new Fault('wrongState', { why: `the ticket is ${ticket.status}` })
}
