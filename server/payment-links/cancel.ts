import { Fault } from '#contract/faults.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { publishPaymentLinkWebhook } from './publish-webhook.ts'
import { hasAttemptInFlight } from '#server/payments/attempts.ts'
import { findPaymentLink, movePaymentLink } from './queries.ts'

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
  // `startAttempt` locks the link's row first, and this transaction holds that lock: no attempt can start after this check.
  if (await hasAttemptInFlight(ctx, { kind: 'link', ref: linkRef })) throw new Fault('inFlight')
  addTimelineEntry(ctx, 'payment_link', linkRef, 'cancelled')
  ctx.auditSubject(linkRef, changesFrom({ status: link.status }, { status: 'cancelled' }))
  await publishPaymentLinkWebhook(ctx, linkRef)
}
