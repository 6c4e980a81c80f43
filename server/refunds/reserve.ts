import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { majorText } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Locks a payment against every other refund and outcome until the commit; undefined when there is none. */
export const lockPayment = (ctx: Ctx, orderRef: string) =>
  ofOwner(ctx).where('order_ref', '=', orderRef).forUpdate().executeTakeFirst()
type Locked = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

const ofOwner = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payments')
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
      'created_at',
    ])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)

/** What of a payment can still be given back. */
export const refundableMinor = (payment: {
  status: string
  amount_minor: bigint
  refunded_minor: bigint
  refunding_minor: bigint
}): bigint =>
  payment.status === 'Success' ? payment.amount_minor - payment.refunded_minor - payment.refunding_minor : 0n

/**
 * Sets money of a locked payment aside for a refund. Guarantee: the refunds of a payment that have not failed are never
 * more than it brought in; besides the lock, the update asks for it and the table's constraint refuses anything else.
 * Throws `refundNotAllowed` where nothing is left and `invalidAmount` for more than is left; both say how much is.
 */
export async function reserve(ctx: Ctx, payment: Locked, amountMinor: bigint): Promise<void> {
  const reserved = await ctx.db
    .updateTable('payments')
    .set({ refunding_minor: sql`refunding_minor + ${amountMinor}`, updated_at: ctx.now })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
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
  const words = `${majorText(left, payment.currency)} ${payment.currency}`
  return new Fault(left > 0n ? 'invalidAmount' : 'refundNotAllowed', {
    errors: [
      {
        path: 'amount',
        reason: 'more_than_left',
        params: { left: majorText(left, payment.currency), currency: payment.currency },
        text: `${words} of this payment is left to refund.`,
      },
    ],
  })
}

/** What was set aside has gone to the shopper, or is free again. */
export async function releaseReserved(
  ctx: Ctx,
  { order_ref, amount_minor }: { order_ref: string; amount_minor: bigint },
  end: 'refunded' | 'kept',
): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({
      refunding_minor: sql`refunding_minor - ${amount_minor}`,
      ...(end === 'refunded' && { refunded_minor: sql`refunded_minor + ${amount_minor}` }),
      updated_at: ctx.now,
    })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('order_ref', '=', order_ref)
    .execute()
}
