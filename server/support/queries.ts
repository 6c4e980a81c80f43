import type { TicketCategory } from '#contract/support.ts'
import { ticketStates } from '#contract/support.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { Whose } from './whose.ts'

const shown = [
  'ticket_ref', 'subject', 'category', 'status', 'request_id', 'route', 'failed_at', 'messages', 'created_by', 'created_by_id',
  'created_at', 'updated_at',
] as const // prettier-ignore

/** A ticket that the user may see; for the operator (`whose` null), any of the owner's. Index: primary key. */
export const findTicket = (ctx: Ctx, whose: Whose | null, ticketRef: string) =>
  ctx.own
    .select('support_tickets')
    .select(shown)
    .where('ticket_ref', '=', ticketRef)
    .$if(whose !== null && !whose.all, (query) => query.where('created_by_id', '=', whose?.user.subUserId ?? ''))
    .executeTakeFirst()

/** A ticket's messages, oldest first, with their files. Indexes: primary key, support_files_of_ticket. */
export async function listThread(ctx: Ctx, ticketRef: string) {
  const [messages, files] = await Promise.all([
    ctx.own
      .select('support_messages')
      .select(['message_id', 'from_operator', 'author', 'body', 'created_at'])
      .where('ticket_ref', '=', ticketRef)
      .orderBy('message_id')
      .execute(),
    ctx.own
      .select('support_files')
      .select(['file_id', 'message_id', 'name', 'type', 'size_bytes'])
      .where('ticket_ref', '=', ticketRef)
      .orderBy('file_id')
      .execute(),
  ])
  return messages.map((message) => ({
    ...message,
    files: files.flatMap(({ message_id, ...file }) => (message_id === message.message_id ? [file] : [])),
  }))
}

/** The number of tickets that a user has made since a time. Index: support_tickets_newest. */
export async function countTicketsSince(ctx: Ctx, subUserId: string, since: Date): Promise<number> {
  const { tickets } = await ctx.own
    .select('support_tickets')
    .select(({ fn }) => fn.countAll<bigint>().as('tickets'))
    .where('created_by_id', '=', subUserId)
    // A ticket is never changed before it is made, so the index bounds the search.
    .where('updated_at', '>=', since)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(tickets)
}

export async function insertTicket(
  ctx: Ctx,
  ticket: {
    ticketRef: string
    subject: string
    category: TicketCategory
    requestId: string
    route: string
    failedAt: Date | null
    by: { name: string; subUserId: string }
  },
): Promise<void> {
  await ctx.own
    .insert('support_tickets', {
      ticket_ref: ticket.ticketRef,
      subject: ticket.subject,
      category: ticket.category,
      status: 'open',
      request_id: ticket.requestId,
      route: ticket.route,
      failed_at: ticket.failedAt,
      messages: 0,
      created_by: ticket.by.name,
      created_by_id: ticket.by.subUserId,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
}

/** Writes a message on a ticket that the transaction has made or moved, and counts it. Returns its id. */
export async function insertMessage(
  ctx: Ctx,
  ticketRef: string,
  message: { fromOperator: boolean; author: string; body: string },
): Promise<string> {
  const messageId = newId()
  await ctx.own
    .insert('support_messages', {
      ticket_ref: ticketRef,
      message_id: messageId,
      from_operator: message.fromOperator,
      author: message.author,
      body: message.body,
      created_at: ctx.now,
    })
    .execute()
  ctx.write(
    ctx.own
      .update('support_tickets')
      .set(({ eb }) => ({ messages: eb('messages', '+', 1), updated_at: ctx.now }))
      .where('ticket_ref', '=', ticketRef),
  )
  return messageId
}

/** Moves a ticket by an action of its machine; false when its state does not allow it. One guarded update. */
export async function moveTicket(
  ctx: Ctx,
  ticketRef: string,
  action: keyof typeof ticketStates.actions,
): Promise<boolean> {
  const { from, to } = ticketStates.actions[action]
  const moved = await ctx.own
    .update('support_tickets')
    .set({ status: to, updated_at: ctx.now })
    .where('ticket_ref', '=', ticketRef)
    .where(inState(from))
    .returning('ticket_ref')
    .executeTakeFirst()
  return moved !== undefined
}
