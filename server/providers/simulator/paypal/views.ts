import type { Book } from '../book.ts'
import type { Order, Refund } from './entries.ts'
import { merchantIdOf } from './ids.ts'
import { feeOf, moneyIn } from './money.ts'
import type { OrderState, State } from './state.ts'

export type Json = { [name: string]: unknown }

export interface PaypalViews {
  status(state: OrderState): OrderStatus
  order(state: OrderState): Json
  /** What is answered without `Prefer: return=representation`. */
  brief(state: OrderState): Json
  capture(state: OrderState): Json
  authorization(state: OrderState): Json
  refund(refund: Refund): Json
}
type OrderStatus = 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'

/** How orders, captures, authorisations and refunds look from outside. */
export function paypalViews({ book, state, origin }: { book: Book; state: State; origin: () => string }): PaypalViews {
  const link = (rel: string, path: string, method = 'GET') => ({ href: `${origin()}${path}`, rel, method })

  /** An order is completed when the book has its payment; a payment that is only beginning is none yet. */
  const paid = ({ order }: OrderState) => {
    const payment = state.paymentOf(order.id)
    return payment && !(payment.status === 'pending' && payment.record.settles === undefined) ? payment : undefined
  }
  const status = (found: OrderState): OrderStatus => {
    if (paid(found)) return 'COMPLETED'
    return found.approved === null ? 'PAYER_ACTION_REQUIRED' : 'APPROVED'
  }

  const common = ({ order }: OrderState) => ({
    amount: moneyIn(BigInt(order.amount_minor), order.currency),
    ...(order.custom_id !== undefined && { custom_id: order.custom_id }),
    ...(order.invoice_id !== undefined && { invoice_id: order.invoice_id }),
    seller_protection: { status: 'NOT_ELIGIBLE' },
    supplementary_data: { related_ids: { order_id: order.id } },
  })

  function captureStatus(found: OrderState): string {
    const payment = paid(found)
    if (payment?.status === 'pending') return 'PENDING'
    if (payment?.status === 'declined') return 'DECLINED'
    const refunded = payment?.refundedMinor ?? 0n
    if (refunded === 0n) return 'COMPLETED'
    return refunded === payment?.capturedMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  }

  function capture(found: OrderState): Json {
    const { order, changedAt } = found
    const id = found.order.intent === 'CAPTURE' ? found.payment : found.capture
    const minor = BigInt(order.amount_minor)
    const fee = feeOf(minor, order.currency)
    const is = captureStatus(found)
    return {
      id,
      status: is,
      ...(is === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
      ...common(found),
      final_capture: true,
      payee: payeeOf(order),
      ...(is !== 'PENDING' &&
        is !== 'DECLINED' && {
          seller_receivable_breakdown: {
            gross_amount: moneyIn(minor, order.currency),
            paypal_fee: moneyIn(fee, order.currency),
            net_amount: moneyIn(minor - fee, order.currency),
          },
        }),
      links: [
        link('self', `/v2/payments/captures/${id}`),
        link('refund', `/v2/payments/captures/${id}/refund`, 'POST'),
        link('up', `/v2/checkout/orders/${order.id}`),
      ],
      create_time: changedAt,
      update_time: changedAt,
    }
  }

  function authorization(found: OrderState): Json {
    const { order, payment: id, voided, capture: captured, changedAt } = found
    const until = new Date(new Date(changedAt).getTime() + authorizedMs).toISOString()
    return {
      id,
      status: voided ? 'VOIDED' : captured ? 'CAPTURED' : 'CREATED',
      ...common(found),
      expiration_time: until,
      links: [
        link('self', `/v2/payments/authorizations/${id}`),
        link('capture', `/v2/payments/authorizations/${id}/capture`, 'POST'),
        link('void', `/v2/payments/authorizations/${id}/void`, 'POST'),
        link('up', `/v2/checkout/orders/${order.id}`),
      ],
      create_time: changedAt,
      update_time: changedAt,
    }
  }

  function refund(made: Refund): Json {
    const operation = book.operation(`paypal:${made.id}`)
    const currency = state.order(made.order)?.order.currency ?? ''
    const amount = moneyIn(BigInt(made.amount_minor), currency)
    const words = { succeeded: 'COMPLETED', pending: 'PENDING' } as const
    const is = operation?.status === 'succeeded' || operation?.status === 'pending' ? words[operation.status] : 'FAILED'
    return {
      id: made.id,
      status: is,
      amount,
      ...(made.custom_id !== undefined && { custom_id: made.custom_id }),
      ...(made.invoice_id !== undefined && { invoice_id: made.invoice_id }),
      ...(made.note !== undefined && { note_to_payer: made.note }),
      seller_payable_breakdown: {
        gross_amount: amount,
        paypal_fee: moneyIn(0n, currency),
        net_amount: amount,
        total_refunded_amount: amount,
      },
      links: [link('self', `/v2/payments/refunds/${made.id}`), link('up', `/v2/payments/captures/${made.capture}`)],
      create_time: made.at,
      update_time: made.at,
    }
  }

  function payments(found: OrderState): Json {
    if (!paid(found)) return {}
    const refunds = found.refunds.filter(({ id }) => book.operation(`paypal:${id}`))
    const hasCapture = found.order.intent === 'CAPTURE' || (found.capture && book.operation(`paypal:${found.capture}`))
    return {
      payments: {
        ...(found.order.intent === 'AUTHORIZE' && { authorizations: [authorization(found)] }),
        ...(hasCapture && { captures: [capture(found)] }),
        ...(refunds.length > 0 && { refunds: refunds.map(refund) }),
      },
    }
  }

  function brief(found: OrderState): Json {
    const { id } = found.order
    const act = found.order.intent === 'CAPTURE' ? 'capture' : 'authorize'
    return {
      id,
      status: status(found),
      payment_source: { paypal: payerOf(found) },
      links: [
        link('self', `/v2/checkout/orders/${id}`),
        ...(status(found) === 'PAYER_ACTION_REQUIRED' ? [link('payer-action', `/checkoutnow?token=${id}`)] : []),
        ...(status(found) === 'APPROVED' ? [link(act, `/v2/checkout/orders/${id}/${act}`, 'POST')] : []),
      ],
    }
  }

  return {
    status,
    brief,
    capture,
    authorization,
    refund,
    order(found) {
      const { order, changedAt } = found
      const { seller_protection: _protection, supplementary_data: _data, ...unit } = common(found)
      return {
        ...brief(found),
        intent: order.intent,
        purchase_units: [
          {
            reference_id: order.reference_id,
            ...unit,
            payee: payeeOf(order),
            ...(order.description !== undefined && { description: order.description }),
            ...payments(found),
          },
        ],
        create_time: order.at,
        update_time: changedAt,
      }
    },
  }
}

const payeeOf = ({ account, payee }: Order): Json =>
  payee === undefined
    ? { email_address: `${account}@business.example.com`, merchant_id: merchantIdOf(account) }
    : { merchant_id: payee }
const authorizedMs = 29 * 86_400_000

const payerOf = ({ approved, payment }: OrderState): Json =>
  approved === null && payment === null
    ? {}
    : {
        email_address: 'payer@personal.example.com',
        account_id: merchantIdOf('payer'),
        name: { given_name: 'Ada', surname: 'Lovelace' },
      }
