import { randomInt } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createTicket as declaration } from '#contract/support.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { takeFiles } from './files.ts'
import { mailOperator } from './mail-operator.ts'
import { countTicketsSince, insertMessage, insertTicket } from './queries.ts'
import type { Whose } from './whose.ts'

/** Makes a ticket with its first message, and mails it to the operator. Returns its reference. */
export async function createTicket(
  ctx: Ctx,
  { user }: Whose,
  body: Input<typeof declaration>['body'],
): Promise<string> {
  const since = new Date(ctx.now.getTime() - 86_400_000)
  if ((await countTicketsSince(ctx, user.subUserId, since)) >= limits.ticketsPerDay) throw new Fault('tooMany')
  const ticketRef = newTicketRef()
  ctx.auditSubject(ticketRef)
  await insertTicket(ctx, {
    ticketRef,
    subject: body.subject,
    category: body.category,
    requestId: body.request_id ?? '',
    route: body.route ?? '',
    failedAt: body.failed_at ?? null,
    by: user,
  })
  const messageId = await insertMessage(ctx, ticketRef, { fromOperator: false, author: user.name, body: body.text })
  await takeFiles(ctx, user, { ticketRef, messageId, fileIds: body.files ?? [] })
  await mailOperator(ctx, user, ticketRef, messageId)
  return ticketRef
}

/** Short enough to be said on the telephone, of letters and digits that are not taken for others. 50 random bits. */
const newTicketRef = (): string =>
  `T-${Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')}`
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
