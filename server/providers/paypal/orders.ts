import { z } from 'zod'
import type { Currency } from '#contract/kit/money.ts'
import type { Outcome } from '../provider.ts'
import { isAmount, minorOf } from './amounts.ts'

/** Open objects: PayPal adds fields and states. */
const Money = z.object({ currency_code: z.string(), value: z.string() })
const Reason = z.object({ reason: z.string() }).partial().optional()
export const Capture = z.object({
  id: z.string(),
  status: z.string(),
  status_details: Reason,
  amount: Money.optional(),
  custom_id: z.string().optional(),
  seller_receivable_breakdown: z.object({ paypal_fee: Money }).partial().optional(),
})
export type Capture = z.infer<typeof Capture>
export const Refund = z.object({
  id: z.string(),
  status: z.string(),
  status_details: Reason,
  amount: Money.optional(),
  custom_id: z.string().optional(),
})
export type Refund = z.infer<typeof Refund>
const Authorization = z.object({
  id: z.string(),
  status: z.string(),
  status_details: Reason,
  amount: Money.optional(),
  /** Until when it can be captured. */
  expiration_time: z.string().optional(),
})
export const Order = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  status: z.string(),
  intent: z.string().optional(),
  update_time: z.string().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  payment_source: z
    .object({ paypal: z.object({ email_address: z.string() }).partial() })
    .partial()
    .optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: Money.optional(),
        payments: z
          .object({
            authorizations: z.array(Authorization),
            captures: z.array(Capture),
            refunds: z.array(Refund),
          })
          .partial()
          .default({}),
      }),
    )
    .length(1),
})
export type Order = z.infer<typeof Order>

/** What was asked: an answer about another payment or another amount is never taken for it. */
export interface Wanted {
  key: string
  amountMinor: bigint
  currency: Currency
}

/** The outcome of a payment as its order tells it. */
export function outcomeOfOrder(order: Order, wanted: Wanted): Outcome {
  const [unit] = order.purchase_units
  if (!unit || unit.custom_id !== wanted.key) return unknown('the order is of another payment')
  if (!isAmount(unit.amount, wanted.amountMinor, wanted.currency)) return unknown(mismatch.order)
  const { captures = [], authorizations = [] } = unit.payments
  const taken = captures.find(({ status }) => takenStates.has(status)) ?? captures.find(isPending)
  if (taken) return outcomeOfCapture(taken, order, wanted)
  const [held] = authorizations.slice(-1)
  if (held) return outcomeOfAuthorization(held, order, wanted)
  const [ended] = captures.slice(-1)
  if (ended && order.status === 'COMPLETED') return outcomeOfCapture(ended, order, wanted)
  return outcomeOfStatus(order)
}

function outcomeOfStatus(order: Order): Outcome {
  const facts = factsOf(order)
  switch (order.status) {
    case 'APPROVED':
      return { kind: 'approved', ...facts }
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return waiting(order)
    case 'VOIDED':
      return cancelled(order.id, 'The order was voided.')
    default:
      return unknown(`the order is ${order.status} and has no payment`)
  }
}

/** The shopper has to go to PayPal's page, for the first time or to choose another source of funds. */
export function waiting({ id, links }: Order, otherwise?: string): Outcome {
  const href = ['payer-action', 'approve'].map((name) => links.find(({ rel }) => rel === name)?.href).find(Boolean)
  const url = href ?? otherwise
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return unknown('the order names no page')
  return { kind: 'pending', providerRef: id, action: { kind: 'redirect', url } }
}

export function outcomeOfCapture(capture: Capture, order: Order, wanted: Wanted): Outcome {
  if (!isAmount(capture.amount, wanted.amountMinor, wanted.currency)) return unknown(mismatch.capture)
  const facts = factsOf(order)
  if (takenStates.has(capture.status)) return { kind: 'captured', ...facts, ...feeOf(capture, wanted.currency) }
  if (isPending(capture)) return { kind: 'pending', ...facts }
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') return refused(order.id, capture)
  return unknown(`the capture is ${capture.status}`)
}

function outcomeOfAuthorization(held: z.infer<typeof Authorization>, order: Order, wanted: Wanted): Outcome {
  if (!isAmount(held.amount, wanted.amountMinor, wanted.currency)) return unknown(mismatch.authorisation)
  if (held.status === 'CREATED') return { kind: 'authorised', ...factsOf(order), ...lapseOf(held) }
  if (held.status === 'PENDING') return { kind: 'pending', ...factsOf(order) }
  if (held.status === 'DENIED') return refused(order.id, held)
  if (held.status === 'VOIDED') return cancelled(order.id, 'The authorisation was voided.')
  if (held.status === 'EXPIRED') return { kind: 'expired', providerRef: order.id }
  return unknown(`the authorisation is ${held.status}`)
}

function lapseOf({ expiration_time: time = '' }: z.infer<typeof Authorization>): { lapsesAt?: Date } {
  const at = Date.parse(time)
  return Number.isNaN(at) ? {} : { lapsesAt: new Date(at) }
}

/** The outcome of a refund. A refund that PayPal works on is pending; one that is done is `captured`, as the money moved. */
export function outcomeOfRefund(refund: Refund, wanted: Wanted): Outcome {
  if (refund.custom_id !== wanted.key) return unknown('the answer is about another refund')
  if (!isAmount(refund.amount, wanted.amountMinor, wanted.currency)) return unknown(mismatch.refund)
  if (refund.status === 'COMPLETED') return { kind: 'captured', providerRef: refund.id }
  if (refund.status === 'PENDING') return { kind: 'pending', providerRef: refund.id }
  if (refund.status === 'FAILED' || refund.status === 'CANCELLED') return refused(refund.id, refund)
  return unknown(`the refund is ${refund.status}`)
}

export const capturesOf = (order: Order): readonly Capture[] => order.purchase_units[0]?.payments.captures ?? []
export const refundsOf = (order: Order): readonly Refund[] => order.purchase_units[0]?.payments.refunds ?? []
export const authorizationOf = (order: Order) => order.purchase_units[0]?.payments.authorizations?.at(-1)

/** A capture whose money arrived, also if it went back afterwards. */
export const isTaken = ({ status }: Capture): boolean => takenStates.has(status)
const takenStates: ReadonlySet<string> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const isPending = ({ status }: Capture): boolean => status === 'PENDING'

const mismatch = {
  order: 'the order has another amount',
  capture: 'the capture has another amount',
  authorisation: 'the authorisation has another amount',
  refund: 'the refund has another amount',
}
export const mismatches: ReadonlySet<string> = new Set(Object.values(mismatch))

export const unknown = (why: string): Outcome => ({ kind: 'unknown', why })
export const cancelled = (providerRef: string, providerText: string): Outcome => ({
  kind: 'declined',
  providerRef,
  reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
  providerText,
})
const refused = (
  providerRef: string,
  { status, status_details }: Pick<Capture, 'status' | 'status_details'>,
): Outcome => ({
  kind: 'declined',
  providerRef,
  reason: 'BANK_REFUSED_TRANSACTION',
  providerText: status_details?.reason ?? status,
})

function factsOf(order: Order) {
  const email = order.payment_source?.paypal?.email_address
  if (email === undefined) return { providerRef: order.id }
  return { providerRef: order.id, paidBy: { type: 'WALLET' as const, subType: 'PAYPAL', payer: maskedAddress(email) } }
}

/** 'ada@example.com' → 'a••••@example.com'. */
const maskedAddress = (email: string): string => email.replace(/^(.)[^@]*/u, '$1••••')

function feeOf({ seller_receivable_breakdown: breakdown }: Capture, currency: Currency): { feeMinor?: bigint } {
  const fee = breakdown?.paypal_fee
  const feeMinor = fee?.currency_code === currency ? minorOf(fee) : null
  return feeMinor === null ? {} : { feeMinor }
}
