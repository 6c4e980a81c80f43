import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { isManual } from '#contract/methods.ts'
import { inFlightStates, type setPaymentStatus as declaration } from '#contract/payments.ts'
import { changesFrom } from '#server/kit/changes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/merchant-of.ts'
import { verifySigned } from '#server/kit/signed.ts'
import { applyWord } from './apply-outcome.ts'
import { listStatesOfOrder } from './attempts.ts'

/**
 * Somebody says how the one attempt of an order ended that is under way, and by what they know it. Returns its reference.
 * `notFound` without the order, `invalidSignature`, and `wrongState` where no attempt or more than one is under way, the
 * provider sees to it, or it ended meanwhile: of two at once one is taken, and an old request sent again is refused.
 */
export async function setPaymentStatus(ctx: Ctx, body: Input<typeof declaration>['body']): Promise<string> {
  const { status, merchant_order_ref, signature, reason } = body
  const attempts = await listStatesOfOrder(ctx, merchant_order_ref)
  if (attempts.length === 0) throw new Fault('notFound')
  const client_key = body.chaipay_key ?? (await merchantOf(ctx)).key
  await verifySigned(ctx, signature, { client_key, merchant_order_ref, status })
  const underWay = attempts.filter((attempt) => (inFlightStates as readonly string[]).includes(attempt.status))
  const [attempt] = underWay
  if (!attempt || underWay.length > 1)
    throw new Fault('wrongState', { why: `${underWay.length} attempts are under way` })
  if (!isManual(attempt.payment_method)) throw new Fault('wrongState', { why: 'the provider sees to it' })
  ctx.about(attempt.order_ref, changesFrom({ status: attempt.status }, { status, reason }))
  const changed = await applyWord(ctx, attempt.order_ref, { paid: status === 'Success', evidence: reason })
  if (!changed) throw new Fault('wrongState', { why: 'it ended meanwhile' })
  ctx.tx.flush()
  return attempt.order_ref
}
