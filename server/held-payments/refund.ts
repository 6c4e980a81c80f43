import type { Input } from '#contract/kit/call.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { refundHeldPayment as declaration } from '#contract/held-payments.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { startRefund } from '#server/refunds/start.ts'
import { amountHasChanged, lockHeld } from './lock.ts'

/**
 * Starts the refund of late money that is on hold, all that is left of it. Throws as `lockHeld` does, so nothing is
 * refunded of what was accepted meanwhile, and `invalidAmount` for another amount than the user was shown.
 */
export async function refundHeld(
  ctx: Ctx,
  orderRef: string,
  { amount, currency, reason }: Input<typeof declaration>['body'],
): Promise<void> {
  const { waitsMinor } = await lockHeld(ctx, orderRef, currency)
  if (amount !== waitsMinor) throw amountHasChanged('amount')
  const refundId = await startRefund(ctx, { orderRef, type: 'full', amount, reason: 'late payment', note: reason })
  ctx.auditSubject(
    orderRef,
    madeAs({
      amount: decimalText(amount, currency),
      currency,
      refund_id: refundId,
      reason: 'late payment',
      note: reason,
    }),
  )
}
