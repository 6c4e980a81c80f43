import { allowed } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import { findTicket, listThread } from './queries.ts'

/** The tickets that a user may see: their own, or as an administrator all of the merchant's. */
export interface Whose {
  user: User
  all: boolean
}

/** Tickets are for the merchant's own users: a master gets `notFound`. */
export function whoseOf(ctx: Ctx): Whose {
  const user = ownUser(ctx)
  return { user, all: allowed('administration', user) }
}

/** A ticket with its messages. Throws `notFound` for one that the user may not see. */
export async function existing(ctx: Ctx, whose: Whose, ticketRef: string) {
  const ticket = await findTicket(ctx, whose, ticketRef)
  if (!ticket) throw new Fault('notFound')
  return { ...ticket, thread: await listThread(ctx, ticketRef) }
}
