import type { Input } from '#contract/kit/call.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { createRefund as declaration } from '#contract/refunds.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wireRefund } from './set-status.ts'
import { startRefund } from './start.ts'
import { lockUnits } from './units.ts'

/** Starts a refund of a payment as it is asked for, and returns it. Throws what `startRefund` throws. */
export async function createRefund(ctx: Ctx, orderRef: string, body: Input<typeof declaration>['body']) {
  const { type, amount, currency, reason, note = '', return_units: units } = body
  const wish = { orderRef, type, amount, currency, reason, note }
  const putBack = units === undefined ? undefined : await lockUnits(ctx, orderRef)
  const refundId = await startRefund(ctx, wish)
  if (units !== undefined) await putBack?.(units)
  const made = await wireRefund(ctx, refundId)
  const facts = { order_ref: orderRef, amount: decimalText(made.amount, made.currency), currency: made.currency }
  ctx.auditSubject(refundId, madeAs({ ...facts, type, reason, note, ...(units && { return_units: String(units) }) }))
  return made
}
