import { sql, type Expression, type SqlBool } from 'kysely'
import { paymentLinkStates, type LinkStep, type PaymentLinkState } from '#contract/payment-link-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'

/**
 * How far links get. The moments are columns of the link, each set once; a trigger counts them (0133-steps-of-links.sql), so what is
 * counted, filtered and shown is the same.
 */

/**
 * Notes that a shopper's browser has run the page's script for the first time, once. Openings after the first attempt are
 * none: whoever starts has opened the link.
 */
export async function noteLinkOpened(ctx: Ctx, linkRef: string): Promise<void> {
  const { numUpdatedRows } = await ctx.own
    .update('payment_links')
    .set({ opened_at: ctx.now })
    .where('link_ref', '=', linkRef)
    .where('opened_at', 'is', null)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) addTimelineEntry(ctx, 'payment_link', linkRef, 'opened')
}

/**
 * Moves a link by its first attempt or its payment, and notes the moment. It is sent without waiting: the caller holds the row's lock
 * and knows by its state that it will move.
 */
export const sendLinkMove = (ctx: Ctx, linkRef: string, action: 'attempt' | 'pay'): void =>
  ctx.write(moves[action]({ ...ctx.owner, linkRef, now: ctx.now, ...paymentLinkStates.actions[action] }))

type Move = Owner & { linkRef: string; now: Date; from: readonly PaymentLinkState[]; to: PaymentLinkState }
const move = (noted: 'started_at' | 'paid_at') =>
  statement((given: Places<Move>) =>
    ownRows(build, given)
      .update('payment_links')
      .set({ status: given.to, [noted]: given.now })
      .where('link_ref', '=', given.linkRef)
      .where(inState(given.from)),
  )
const moves = { attempt: move('started_at'), pay: move('paid_at') }

/** Links that have got so far at least. A filter that is not selective is to come with one by time: index payment_links_newest. */
export const hasReached = (steps: readonly LinkStep[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    steps.map((step) => reached[step]),
    sql` or `,
  )})`
const reached: Record<LinkStep, Expression<SqlBool>> = {
  opened: sql<SqlBool>`coalesce(opened_at, started_at) is not null`,
  started: sql<SqlBool>`started_at is not null`,
  paid: sql<SqlBool>`paid_at is not null`,
}
