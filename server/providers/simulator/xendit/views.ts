import type { BankPayout } from '../bank/book.ts'
import type { BankReason } from '../bank/manners.ts'
import type { Book, Operation } from '../book.ts'
import type { DeclineCode } from '../cards.ts'
import type { DialectParts } from '../dialect.ts'
import { wireAmount } from './amounts.ts'
import type { InvoiceEntry, PayoutEntry, RefundEntry, RequestEntry, Shelf } from './records.ts'

/** The key of an object's operation in the book. A card on an invoice is tried again under the next number. */
export const keyOf = (id: string, attempt = 0): string => `xendit:${id}${attempt === 0 ? '' : `.${attempt}`}`
/** The object whose operation has this key. */
export const idIn = (key: string): string => key.slice('xendit:'.length).split('.')[0] ?? ''

/** Objects as Xendit answers them. */
export function xenditViews(
  { book, views, now, origin }: Pick<DialectParts, 'book' | 'views' | 'now' | 'origin'>,
  shelf: Shelf,
) {
  function paymentRequest(entry: RequestEntry) {
    const operation = book.payment(keyOf(entry.id))
    const status = requestStatus(operation, entry)
    const shown = operation?.record.shown
    const pending = operation?.status === 'pending'
    const action = pending && operation ? views.current(operation).action : null
    return {
      id: entry.id,
      created: entry.at,
      updated: entry.at,
      reference_id: entry.reference_id,
      business_id: businessId(entry.owner),
      customer_id: null,
      amount: wireAmount(entry.amount_minor, entry.currency),
      currency: entry.currency,
      country: entry.country,
      payment_method: paymentMethod(entry),
      description: entry.description,
      failure_code: status === 'FAILED' ? failureCodes[operation?.decline ?? 'do_not_honor'] : null,
      capture_method: operation?.record.capture === false ? 'MANUAL' : 'AUTOMATIC',
      status,
      actions:
        action?.kind === 'redirect'
          ? [{ action: 'AUTH', url_type: 'WEB', method: 'GET', url: action.url, qr_code: null }]
          : shown?.qr && pending
            ? [{ action: 'PRESENT_TO_CUSTOMER', url_type: 'WEB', method: null, url: null, qr_code: shown.qr }]
            : [],
      metadata: entry.metadata,
    }
  }

  function paymentMethod(entry: RequestEntry) {
    const operation = book.payment(keyOf(entry.id))
    const { qr, code, account } = operation?.record.shown ?? {}
    const { channel_code, customer_name, type } = entry
    const shown = {
      ...(qr !== undefined && { qr_string: qr }),
      ...(code !== undefined && { customer_name, payment_code: code }),
      ...(account && { customer_name, virtual_account_number: account.number }),
    }
    return {
      id: entry.method_id,
      type,
      reference_id: entry.method_reference,
      reusability: 'ONE_TIME_USE',
      status: methodStatus(operation),
      created: entry.at,
      updated: entry.at,
      [type.toLowerCase()]: { channel_code, channel_properties: shown },
    }
  }

  /** The attempts to pay an invoice by card, the first one first. */
  function attempts(invoice: InvoiceEntry): Operation[] {
    const found: Operation[] = []
    for (let number = 1; ; number++) {
      const attempt = book.payment(keyOf(invoice.id, number))
      if (!attempt) return found
      found.push(attempt)
    }
  }

  function invoiceStatus(entry: InvoiceEntry): 'PENDING' | 'PAID' | 'EXPIRED' {
    if (attempts(entry).some(({ status }) => status === 'captured')) return 'PAID'
    return shelf.isExpired(entry.id) || new Date(entry.expires_at) <= now() ? 'EXPIRED' : 'PENDING'
  }

  function invoice(entry: InvoiceEntry) {
    const amount = wireAmount(entry.amount_minor, entry.currency)
    const status = invoiceStatus(entry)
    return {
      id: entry.id,
      external_id: entry.external_id,
      user_id: businessId(entry.owner),
      status,
      merchant_name: 'Countinghouse Test Merchant',
      merchant_profile_picture_url: '',
      amount,
      ...(status === 'PAID' && { paid_amount: amount, payment_method: 'CREDIT_CARD', payment_channel: 'CREDIT_CARD' }),
      description: entry.description,
      expiry_date: entry.expires_at,
      invoice_url: `${origin()}/web/${entry.page}`,
      currency: entry.currency,
      should_send_email: false,
      created: entry.at,
      updated: entry.at,
      metadata: entry.metadata,
    }
  }

  function refund(entry: RefundEntry) {
    const operation = book.operation(keyOf(entry.id))
    const payment = shelf.byId(entry.payment)
    const status = operation ? refundStatuses[operation.status] : undefined
    const { currency, amount_minor } = operation?.record ?? { currency: 'IDR', amount_minor: '0' }
    return {
      id: entry.id,
      payment_request_id: payment?.kind === 'request' ? payment.id : null,
      invoice_id: payment?.kind === 'invoice' ? payment.id : null,
      payment_method_type: payment?.kind === 'request' ? payment.type : 'CARD',
      reference_id: entry.reference_id,
      channel_code: payment?.kind === 'request' ? payment.channel_code : 'CREDIT_CARD',
      currency,
      amount: wireAmount(amount_minor, currency),
      status: status ?? 'PENDING',
      reason: entry.reason,
      failure_code: status === 'FAILED' ? 'REFUND_FAILED' : null,
      refund_fee_amount: null,
      created: entry.at,
      updated: entry.at,
      metadata: null,
    }
  }

  /** As it stands, or as an effect tells of it. */
  function payout(
    entry: PayoutEntry,
    told: Pick<BankPayout, 'status'> & { reason?: BankReason | undefined } = book.bank.payout(keyOf(entry.id)) ?? {
      status: 'pending',
    },
  ) {
    const { id, reference_id, channel_code, account_number, account_holder_name, currency, description } = entry
    return {
      id,
      reference_id,
      business_id: businessId(entry.owner),
      channel_code,
      channel_properties: { account_number, account_holder_name },
      amount: wireAmount(entry.amount_minor, currency),
      currency,
      description,
      status: payoutStatuses[told.status],
      ...(told.reason && { failure_code: payoutFailures[told.reason] }),
      created: entry.at,
      updated: entry.at,
    }
  }

  return { paymentRequest, paymentMethod, attempts, invoice, invoiceStatus, refund, payout }
}
export type XenditViews = ReturnType<typeof xenditViews>

/** The paid attempt of an invoice, or the payment of a payment request, from which a refund is taken. */
export function paidKey(id: string, book: Book): string | null {
  for (let number = 0; ; number++) {
    const payment = book.payment(keyOf(id, number))
    if (!payment && number > 0) return null
    if (payment?.status === 'captured') return keyOf(id, number)
  }
}

export const businessId = (owner: string): string => Buffer.from(owner).toString('hex').slice(0, 24).padStart(24, '0')

function requestStatus(operation: Operation | undefined, { type, channel_code }: RequestEntry): string {
  if (!operation || operation.status === 'pending')
    return /^(EWALLET|DIRECT_DEBIT)$/.test(type) && channel_code !== 'OVO' ? 'REQUIRES_ACTION' : 'PENDING'
  if (operation.status === 'declined' && operation.decline === 'cancelled') return 'CANCELED'
  return statuses[operation.status]
}
const statuses = {
  authorised: 'AWAITING_CAPTURE',
  captured: 'SUCCEEDED',
  succeeded: 'SUCCEEDED',
  pending: 'PENDING',
  declined: 'FAILED',
  expired: 'EXPIRED',
} as const
const refundStatuses = { ...statuses, authorised: 'PENDING', expired: 'FAILED' } as const

const payoutStatuses = { pending: 'ACCEPTED', paid: 'SUCCEEDED', failed: 'FAILED', returned: 'REVERSED' } as const
const payoutFailures: Record<BankReason, string> = {
  invalid_account: 'INVALID_DESTINATION',
  account_closed: 'INVALID_DESTINATION',
  name_mismatch: 'INVALID_DESTINATION',
  bank_offline: 'TEMPORARY_BANK_NETWORK_ERROR',
  not_enough: 'INSUFFICIENT_BALANCE',
  unknown_account: 'TRANSFER_ERROR',
  other_currency: 'TRANSFER_ERROR',
  refused: 'REJECTED_BY_BANK',
}

const methodStatus = (operation: Operation | undefined): string => {
  if (operation?.status === 'expired') return 'EXPIRED'
  return operation?.status === 'pending' ? 'ACTIVE' : 'INACTIVE'
}

/** The failure codes that Xendit publishes, by the reasons of the book. */
const failureCodes: Record<DeclineCode, string> = {
  do_not_honor: 'DECLINED_BY_ISSUER',
  insufficient_funds: 'INSUFFICIENT_BALANCE',
  incorrect_details: 'INVALID_ACCOUNT_DETAILS',
  card_not_supported: 'CARD_DECLINED',
  expired_card: 'EXPIRED_CARD',
  card_declined: 'CARD_DECLINED',
  blocked_card: 'INACTIVE_OR_UNAUTHORIZED_CARD',
  authentication_failed: 'AUTHENTICATION_FAILED',
  processing_error: 'PROCESSOR_ERROR',
  limit_exceeded: 'PAYMENT_AMOUNT_LIMITS_EXCEEDED',
  lost_card: 'STOLEN_CARD',
  stolen_card: 'STOLEN_CARD',
  authentication_required: 'AUTHENTICATION_FAILED',
  debit_returned: 'DECLINED_BY_ISSUER',
  mandate_revoked: 'USER_DECLINED_PAYMENT',
  mandate_invalid: 'INVALID_TOKEN',
  suspected_fraud: 'SUSPECTED_FRAUDULENT',
  payer_declined: 'USER_DECLINED_PAYMENT',
  cancelled: 'USER_DECLINED_PAYMENT',
  token_invalid: 'INVALID_TOKEN',
  refund_declined: 'REFUND_FAILED',
  payment_not_found: 'FAILURE_DETAILS_UNAVAILABLE',
  exceeds_authorised: 'CAPTURE_AMOUNT_EXCEEDED',
  exceeds_captured: 'FAILURE_DETAILS_UNAVAILABLE',
}
