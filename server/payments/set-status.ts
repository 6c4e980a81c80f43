import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { isManual } from '#contract/methods.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import { type setPaymentStatus as declaration } from '#contract/payments.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { applyManualOutcome } from './apply-outcome.ts'
import { listStatesOfOrder } from './attempts.ts'

/**
 * Records a manual outcome, with its evidence, of an order's one attempt under way. Returns the attempt's reference.
 * Throws `notFound` without the order, and `wrongState` where no attempt or more than one is under way, the attempt is at a
 * provider, or it ended meanwhile: of two outcomes at once one is taken, and a replayed request is refused.
 */
export async function setPaymentStatus(ctx: Ctx, body: Input<typeof declaration>['body']): Promise<string> {
  const { status, merchant_order_ref, reason = '' } = body
  const attempts = await listStatesOfOrder(ctx, merchant_order_ref)
  if (attempts.length === 0) throw new Fault('notFound')
  const underWay = attempts.filter((attempt) => (inFlightStates as readonly string[]).includes(attempt.status))
  const [attempt] = underWay
  if (!attempt || underWay.length > 1)
    throw new Fault('wrongState', { why: `${underWay.length} attempts are under way` })
  if (!isManual(attempt.payment_method, attempt.payment_sub_type))
    throw new Fault('wrongState', { why: 'the provider sees to it' })
  ctx.auditSubject(attempt.order_ref, changesFrom({ status: attempt.status }, { status, reason }))
  const changed = await applyManualOutcome(ctx, attempt.order_ref, { paid: status === 'Success', evidence: reason })
  if (!changed) throw new Fault('wrongState', { why: 'it ended meanwhile' })
  return attempt.order_ref
}
