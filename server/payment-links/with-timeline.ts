import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findPaymentLink } from './queries.ts'

/** A link as its own page shows it: with its story. Throws `notFound` when it is absent or not the owner's. */
export async function linkWithTimeline(ctx: Ctx, linkRef: string) {
  const [link, timeline] = await Promise.all([
    findPaymentLink(ctx, linkRef),
    readTimeline(ctx, 'payment_link', linkRef),
  ])
  if (!link) throw new Fault('notFound')
  return { ...link, timeline }
}
