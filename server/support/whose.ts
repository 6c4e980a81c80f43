import { allowed } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { findTicket, listThread } from './queries.ts'

/** Whose tickets somebody may see: their own, or as an administrator all of the merchant's. */
export interface Whose {
  user: User
  all: boolean
}

/** A merchant's tickets are its own people's matter: for a master there is nothing here. */
export function whoseOf({ user, owner }: Ctx): Whose {
  if (!user) throw new Fault('sessionLost')
  if (owner.merchantId !== user.merchantId) throw new Fault('notFound')
  return { user, all: allowed('administration', user) }
}

/** A ticket with all that was written; `notFound` for one that is not theirs. */
export async function existing(ctx: Ctx, whose: Whose, ticketRef: string) {
  const ticket = await findTicket(ctx, whose, ticketRef)
  if (!ticket) throw new Fault('notFound')
  return { ...ticket, thread: await listThread(ctx, ticketRef) }
}
