import type { Input } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type { setRefundStatus as declaration } from '#contract/refunds.ts'
import { changesFrom } from '#server/kit/changes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/merchant-of.ts'
import { verifySigned } from '#server/kit/signed.ts'
import { endRefund } from './apply-outcome.ts'
import { findRefund } from './queries.ts'

/**
 * Somebody says how a refund by hand went. Refuses a wrong signature, a refund that the provider sees to and one that
 * has ended (`wrongState`): two at once are one, and an old request sent again changes nothing.
 */
export async function setRefundStatus(ctx: Ctx, body: Input<typeof declaration>['body']) {
  const { status, refund_id: refundId, signature, reason } = body
  const refund = await findRefund(ctx, refundId)
  if (!refund) throw new Fault('notFound')
  const client_key = body.chaipay_key ?? (await merchantOf(ctx)).key
  await verifySigned(ctx, signature, { client_key, refund_id: refundId, status })
  if (!refund.manual) throw new Fault('wrongState', { why: 'the provider sees to it' })
  ctx.about(refundId, changesFrom({ status: refund.refund_status }, { status, reason }))
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
