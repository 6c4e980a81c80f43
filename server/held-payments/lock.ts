import { Fault, fieldFault } from '#contract/faults.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lockPayable } from '#server/payables/payable.ts'
import { termsOf } from '#server/payments/for-channel.ts'
import { findPayment } from '#server/refunds/reserve.ts'

/**
 * Locks a payment whose late money is on hold and, before it, its payable, so that decisions about it and its refunds happen one
 * after the other. Throws `notFound`, `wrongState` when nothing waits (any more) and `invalidAmount` for another currency.
 */
export async function lockHeld(ctx: Ctx, orderRef: string, currency: Currency) {
  // The payable of a payment never changes, so it may be read without a lock.
  const known = await findPayment(ctx, orderRef)
  if (!known) throw new Fault('notFound')
  await lockPayable(ctx, { kind: known.payable_kind, ref: known.payable_ref })
  const payment = await ctx.own
    .select('payments')
    .select([
      'order_ref',
      'status',
      'held',
      'psp_settled_at',
      'amount_minor',
      'refunded_minor',
      'refunding_minor',
      'currency',
      'channel_key',
      'payment_method',
      'created_at',
      'payable_kind',
      'payable_ref',
      termsOf(ctx.owner),
    ])
    .where('order_ref', '=', orderRef)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new Fault('notFound')
  const waitsMinor = payment.amount_minor - payment.refunded_minor - payment.refunding_minor
  if (!payment.held || waitsMinor === 0n) throw new Fault('wrongState', { why: 'nothing waits for a decision' })
  if (currency !== payment.currency)
    throw fieldFault('invalidAmount', 'currency', 'other_currency', `The payment is in ${payment.currency}.`)
  return { ...payment, waitsMinor }
}

/** The fault of a decision about another amount than waits now. */
export const amountHasChanged = (path: 'amount' | 'net'): Fault =>
  fieldFault('invalidAmount', path, 'has_changed', 'The amount has changed. Look at the payment again.')
