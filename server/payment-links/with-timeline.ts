import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { withDeliveries } from '#server/messages/deliveries.ts'
import { findPaymentLink } from './queries.ts'

/** A link with its timeline, for its own page. Throws `notFound` when it is absent or not the owner's. */
export async function linkWithTimeline(ctx: Ctx, linkRef: string) {
  const [link, timeline] = await Promise.all([
    findPaymentLink(ctx, linkRef),
    readTimeline(ctx, 'payment_link', linkRef),
  ])
  if (!link) throw new Fault('notFound')
  return { ...link, timeline: await withDeliveries(ctx, { type: 'payment_link', ref: linkRef }, timeline) }
}
