import type { DeclineReason } from '#contract/declines.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import { paymentTraits, type PaymentTrait } from '#contract/payment-traits.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The columns of a payment that its deltas are made of, after its state has changed. */
export interface Counted {
  status: PaymentState
  /** Empty for a new payment. */
  previous_status: PaymentState | ''
  currency: Currency
  payment_method: string
  channel_key: string
  amount_minor: bigint
  fee_minor: bigint
  fee_tax_minor: bigint
  /** Late money that is held until the merchant decides. */
  held: boolean
  created_at: Date
  traits: Traits
  /** Those in its previous state; absent where a move changes none. */
  previous_traits?: Traits
}

/** What a payment counts as beside its state, method and channel. */
export interface Traits extends Record<PaymentTrait, string> {
  first_attempt: boolean
  /** Null before it succeeds, and where no shopper was there. */
  paid_seconds: number | null
}

/**
 * Inserts the deltas of a payment's change of state, in the transaction of the change: one subtracts from the previous
 * state, one adds to the new state. Fees and held money belong to `Success` only, which is a final state.
 */
export function countPayment(ctx: Ctx, payment: Counted): void {
  ctx.append('payment_deltas', {
    ...placeOf(payment),
    payments: 1n,
    amount_minor: payment.amount_minor,
    fee_minor: payment.fee_minor,
    fee_tax_minor: payment.fee_tax_minor,
    held_minor: payment.held ? payment.amount_minor : 0n,
    refunded_minor: 0n,
    ...traitsOf(payment.status, payment.traits, 1n),
  })
  if (payment.previous_status === '') return
  ctx.append('payment_deltas', {
    ...placeOf(payment),
    ...nothing,
    status: payment.previous_status,
    payments: -1n,
    amount_minor: -payment.amount_minor,
    ...traitsOf(payment.previous_status, payment.previous_traits ?? payment.traits, -1n),
  })
}

/**
 * Inserts the delta of a successful refund, in its transaction. The refund counts at the payment's own time; held money
 * that was refunded is held no longer.
 */
export function countRefund(ctx: Ctx, payment: Place & Pick<Counted, 'held'>, amountMinor: bigint): void {
  ctx.append('payment_deltas', {
    ...placeOf(payment),
    ...nothing,
    held_minor: payment.held ? -amountMinor : 0n,
    refunded_minor: amountMinor,
  })
}

/** Inserts the delta of held money that was accepted, in its transaction: it is held no longer, and has its fee. */
export function countAcceptance(
  ctx: Ctx,
  payment: Place,
  { amountMinor, feeMinor, taxMinor }: { amountMinor: bigint; feeMinor: bigint; taxMinor: bigint },
): void {
  ctx.append('payment_deltas', {
    ...placeOf(payment),
    ...nothing,
    fee_minor: feeMinor,
    fee_tax_minor: taxMinor,
    held_minor: -amountMinor,
  })
}

/** The key of a delta. */
type Place = Pick<Counted, 'status' | 'currency' | 'payment_method' | 'channel_key' | 'created_at'>
const placeOf = ({ status, currency, payment_method, channel_key, created_at }: Place) => ({
  bucket: quarterOf(created_at),
  currency,
  status,
  payment_method,
  channel_key,
})
const nothing = {
  payments: 0n,
  amount_minor: 0n,
  fee_minor: 0n,
  fee_tax_minor: 0n,
  held_minor: 0n,
  refunded_minor: 0n,
  orders: 0n,
  faults: 0n,
  timed: 0n,
  paid_seconds: 0n,
  ...(Object.fromEntries(paymentTraits.map((name) => [name, ''])) as Record<PaymentTrait, string>),
}

/** The traits of a delta, and its measures of them. */
function traitsOf(status: PaymentState, { first_attempt, paid_seconds, ...traits }: Traits, sign: 1n | -1n) {
  const isFault = status === 'Failed' && traits.status_reason === providerFault
  return {
    ...traits,
    orders: first_attempt ? sign : 0n,
    faults: isFault ? sign : 0n,
    timed: paid_seconds === null ? 0n : sign,
    paid_seconds: sign * BigInt(paid_seconds ?? 0),
  }
}
const providerFault = 'PAYMENT_CHANNEL_UNAVAILABLE' satisfies DeclineReason

/** The quarter of an hour: in every time zone, all its moments are in the same hour and day. */
const quarterOf = (moment: Date) => new Date(Math.floor(moment.getTime() / quarterMs) * quarterMs)
const quarterMs = 15 * 60_000
