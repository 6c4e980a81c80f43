import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { decimalText, recordedAmount } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Locks a payment's row until the commit, so that its refunds and outcomes happen one after the other; undefined when there
 * is none.
 */
export const lockPayment = (ctx: Ctx, orderRef: string) =>
  rows(ctx).where('order_ref', '=', orderRef).forUpdate().executeTakeFirst()
/** A payment as it is now, without a lock; undefined when there is none. Index: primary key. */
export const findPayment = (ctx: Ctx, orderRef: string) =>
  rows(ctx).where('order_ref', '=', orderRef).executeTakeFirst()

type Locked = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

const rows = (ctx: Ctx) =>
  ctx.own
    .select('payments')
    .select([
      'order_ref',
      'status',
      'amount_minor',
      'currency',
      'refunded_minor',
      'refunding_minor',
      'held',
      'channel_key',
      'payment_method',
      'payment_sub_type',
      'created_at',
      'shopper_gave_email',
      'payable_kind',
      'payable_ref',
      'late',
      'remit_status',
    ])

/** The part of a payment that can still be refunded, in minor units. */
export const refundableMinor = (payment: {
  status: string
  amount_minor: bigint
  refunded_minor: bigint
  refunding_minor: bigint
}): bigint =>
  payment.status === 'Success' ? payment.amount_minor - payment.refunded_minor - payment.refunding_minor : 0n

/**
 * Reserves money of a locked payment for a refund. Guarantee: the refunds of a payment that have not failed never exceed
 * its amount. The row lock, the condition of the update and a constraint of the table each hold it.
 * Throws `refundNotAllowed` when nothing is left and `invalidAmount` for more than is left; both carry what is left.
 */
export async function reserve(ctx: Ctx, payment: Locked, amountMinor: bigint): Promise<void> {
  const reserved = await ctx.own
    .update('payments')
    .set({ refunding_minor: sql`refunding_minor + ${amountMinor}`, updated_at: ctx.now })
    .where('order_ref', '=', payment.order_ref)
    .where('status', '=', 'Success')
    .where(sql<boolean>`refunded_minor + refunding_minor + ${amountMinor} <= amount_minor`)
    .returning('order_ref')
    .executeTakeFirst()
  if (!reserved) throw tooMuch(payment)
}

/** Why an amount cannot be refunded, with what is left. */
export function tooMuch(payment: Locked): Fault {
  const left = refundableMinor(payment)
  return new Fault(left > 0n ? 'invalidAmount' : 'refundNotAllowed', {
    errors: [
      {
        path: 'amount',
        reason: 'more_than_left',
        params: { left: decimalText(left, payment.currency), currency: payment.currency },
        text: `${recordedAmount(left, payment.currency)} of this payment is left to refund.`,
      },
    ],
  })
}

/** Ends a reservation: the money has gone to the shopper, or can be refunded again. */
export async function releaseReserved(
  ctx: Ctx,
  { order_ref, amount_minor }: { order_ref: string; amount_minor: bigint },
  end: 'refunded' | 'kept',
): Promise<void> {
  await ctx.own
    .update('payments')
    .set({
      refunding_minor: sql`refunding_minor - ${amount_minor}`,
      ...(end === 'refunded' && { refunded_minor: sql`refunded_minor + ${amount_minor}` }),
      updated_at: ctx.now,
    })
    .where('order_ref', '=', order_ref)
    .execute()
}
