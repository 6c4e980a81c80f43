import type { PaymentState } from '#contract/payments.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** What the deltas of a payment are made of, after its state has changed. */
export interface Counted {
  status: PaymentState
  /** Empty for a payment that was just made. */
  previous_status: PaymentState | ''
  currency: string
  payment_method: string
  channel_key: string
  link_ref: string
  amount_minor: bigint
  fee_minor: bigint
  fee_tax_minor: bigint
  late: boolean
  created_at: Date
}

/**
 * Notes a change of a payment's state for the sums, in the transaction that makes it: what the state before loses and the
 * one after gains. Fees and what is kept apart belong to `Success` alone, which no payment leaves.
 */
export function countPayment(ctx: Ctx, payment: Counted): void {
  const { merchantId, environment } = ctx.owner
  ctx.tx.later({
    sql: payment.previous_status === '' ? made : moved,
    parameters: [
      merchantId,
      environment,
      quarterOf(payment.created_at),
      payment.currency,
      payment.status,
      payment.payment_method,
      payment.channel_key,
      payment.amount_minor.toString(),
      payment.fee_minor.toString(),
      payment.fee_tax_minor.toString(),
      payment.late,
      payment.link_ref,
      ...(payment.previous_status === '' ? [] : [payment.previous_status]),
    ],
  })
}

/**
 * Notes that money of a payment has gone back to the shopper, in the transaction that says so. It counts where the payment
 * does; what was kept apart before is so no longer.
 */
export function countRefund(
  ctx: Ctx,
  payment: Pick<Counted, 'status' | 'currency' | 'payment_method' | 'channel_key' | 'created_at'> & { held: boolean },
  amountMinor: bigint,
): void {
  const { merchantId, environment } = ctx.owner
  ctx.tx.later({
    sql: refunded,
    parameters: [
      merchantId,
      environment,
      quarterOf(payment.created_at),
      payment.currency,
      payment.status,
      payment.payment_method,
      payment.channel_key,
      (payment.held ? -amountMinor : 0n).toString(),
      amountMinor.toString(),
    ],
  })
}

/** The quarter of an hour, in which the clocks of every time zone agree on the hour and the day. */
const quarterOf = (moment: Date) => new Date(Math.floor(moment.getTime() / quarterMs) * quarterMs)
const quarterMs = 15 * 60_000

const gained = `(
    $1::uuid, $2, $3::timestamptz, $4, $5, $6, $7, 1, $8::bigint, $9::bigint, $10::bigint,
    case when $11::boolean and (
      select late_payment <> 'accept' from payment_links where merchant_id = $1 and environment = $2 and link_ref = $12
    ) then $8::bigint else 0 end
  )`
const into = `insert into payment_deltas (
    merchant_id, environment, bucket, currency, status, payment_method, channel_key,
    payments, amount_minor, fee_minor, fee_tax_minor, held_minor
  ) values`
const made = `${into} ${gained}`
const refunded = `insert into payment_deltas (
    merchant_id, environment, bucket, currency, status, payment_method, channel_key,
    payments, amount_minor, fee_minor, fee_tax_minor, held_minor, refunded_minor
  ) values ($1::uuid, $2, $3::timestamptz, $4, $5, $6, $7, 0, 0, 0, 0, $8::bigint, $9::bigint)`
const moved = `${into} ${gained}, ($1::uuid, $2, $3::timestamptz, $4, $13, $6, $7, -1, -$8::bigint, 0, 0, 0)`
