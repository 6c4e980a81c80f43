import type { Input } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type { setRefundStatus as declaration } from '#contract/refunds.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { endRefund } from './apply-outcome.ts'
import { findRefund } from './queries.ts'

/**
 * Records the manual outcome of a refund. Throws `wrongState` for a refund at a provider and for one that has ended, so
 * of two outcomes at once one is taken, and a replayed request changes nothing.
 */
export async function setRefundStatus(ctx: Ctx, body: Input<typeof declaration>['body']) {
  const { status, refund_id: refundId, reason = '' } = body
  const refund = await findRefund(ctx, refundId)
  if (!refund) throw new Fault('notFound')
  if (!refund.manual) throw new Fault('wrongState', { why: 'the provider sees to it' })
  ctx.auditSubject(refundId, changesFrom({ status: refund.refund_status }, { status, reason }))
  const ended = await endRefund(ctx, refundId, { end: status === 'SUCCESS' ? 'succeed' : 'fail', evidence: reason })
  if (!ended) throw new Fault('wrongState', { why: `the refund is ${refund.refund_status}` })
  return wireRefund(ctx, refundId)
}

/** A refund as it stands in this transaction. */
export async function wireRefund(ctx: Ctx, refundId: string) {
  const refund = await findRefund(ctx, refundId)
  if (!refund) throw new Fault('notFound')
  return refund
}
