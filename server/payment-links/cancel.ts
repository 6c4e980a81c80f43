import { Fault } from '#contract/faults.ts'
import { tell } from '#server/kit/audit.ts'
import { changesFrom } from '#server/kit/changes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { announcePaymentLink } from './announce.ts'
import { findPaymentLink, hasAttemptInFlight, movePaymentLink } from './queries.ts'

/**
 * Ends a link for good. Absent and foreign links are `notFound`; one that is paid, expired or cancelled is `wrongState`;
 * one with an attempt under way is `inFlight`, since that attempt may still take the shopper's money.
 */
export async function cancelPaymentLink(ctx: Ctx, linkRef: string): Promise<void> {
  const [link, moved] = await Promise.all([
    findPaymentLink(ctx, linkRef, { lock: true }),
    movePaymentLink(ctx, linkRef, 'cancel'),
  ])
  if (!link || !moved) {
    throw new Fault(link ? 'wrongState' : 'notFound', link ? { why: `the link is ${link.status}` } : {})
  }
  // The link's row is locked now, and an attempt starts by locking it: none can appear behind this look.
  if (await hasAttemptInFlight(ctx, linkRef)) throw new Fault('inFlight')
  tell(ctx, 'payment_link', linkRef, 'cancelled')
  ctx.about(linkRef, changesFrom({ status: link.status }, { status: 'cancelled' }))
  await announcePaymentLink(ctx, linkRef)
}
