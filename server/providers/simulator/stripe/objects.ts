import type { DialectParts } from '../dialect.ts'
import type { DeclineCode } from '../cards.ts'
import type { Status } from '../records.ts'
import { charges, methodObject } from './charges.ts'
import type { Endpoint, Intent, RefundEntry, State } from './entries.ts'
import { declineError } from './errors.ts'
import { bookKey, type StripeObject, tailOf } from './names.ts'

/** How a payment or refund stands: now, or after an effect that is told of. */
export interface Stand {
  status: Status
  decline?: DeclineCode | undefined
}

export interface Objects {
  intent(intent: Intent, options?: { stand?: Stand | undefined; expand?: readonly string[] }): StripeObject
  refund(refund: RefundEntry, stand?: Stand): StripeObject
}
/** The objects of Stripe's interface as they are made of the book and the entries. */
export function objects({ book, views }: Pick<DialectParts, 'book' | 'views'>, state: State): Objects {
  const seconds = (text: string): number => Math.floor(Date.parse(text) / 1_000)
  const chargeOf = charges({ book, views }, state)

  function intentStatus(intent: Intent, stand: Stand | undefined): string {
    const status = statusBy(intent, stand)
    const open = status === 'requires_payment_method' || status === 'requires_confirmation'
    return open && state.cancellations.has(intent.id) ? 'canceled' : status
  }
  function statusBy(intent: Intent, stand: Stand | undefined): string {
    if (!stand) return intent.method ? 'requires_confirmation' : 'requires_payment_method'
    if (stand.status === 'captured' || stand.status === 'succeeded') return 'succeeded'
    if (stand.status === 'authorised') return 'requires_capture'
    if (stand.status === 'expired' || stand.decline === 'cancelled') return 'canceled'
    if (stand.status === 'declined') return 'requires_payment_method'
    return book.payment(bookKey(intent.id))?.record.settles ? 'processing' : 'requires_action'
  }

  function intentObject(intent: Intent, { stand, expand = [] }: Parameters<Objects['intent']>[1] = {}): StripeObject {
    const payment = book.payment(bookKey(intent.id))
    const now = stand ?? payment
    const status = intentStatus(intent, now)
    const cancellation = state.cancellations.get(intent.id)
    const method = intent.method ? state.methods.get(intent.method) : undefined
    const charged = ['succeeded', 'requires_capture'].includes(status)
    const error = status === 'requires_payment_method' && now?.decline ? declineError(now.decline) : null
    return {
      id: intent.id,
      object: 'payment_intent',
      allowed_payment_method_types: [intent.type],
      amount: intent.amount,
      amount_capturable: status === 'requires_capture' ? intent.amount : 0,
      amount_details: { tip: {} },
      amount_received: status === 'succeeded' ? intent.amount : 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: status === 'canceled' ? (cancellation?.at ?? intent.created) : null,
      cancellation_reason: status === 'canceled' ? (cancellation?.reason ?? 'automatic') : null,
      capture_method: intent.capture_method,
      client_secret: intent.client_secret,
      confirmation_method: 'automatic',
      created: intent.created,
      currency: intent.currency,
      customer: null,
      description: intent.description,
      last_payment_error: error && { ...error, ...(method && { payment_method: methodObject(method) }) },
      latest_charge: charged ? chargeOf(intent, { captured: status === 'succeeded', expand }) : null,
      livemode: false,
      metadata: intent.metadata,
      next_action: status === 'requires_action' ? nextAction(intent) : null,
      on_behalf_of: null,
      payment_method: status === 'requires_payment_method' ? null : intent.method,
      payment_method_options: {},
      payment_method_types: [intent.type],
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status,
      transfer_data: null,
      transfer_group: null,
    }
  }

  function nextAction(intent: Intent): StripeObject | null {
    const payment = book.payment(bookKey(intent.id))
    if (!payment) return null
    const { action } = views.first(payment.record)
    if (!action) return null
    if (action.kind === 'redirect') {
      const place = { url: action.url, return_url: intent.return_url }
      if (intent.type !== 'alipay') return { type: 'redirect_to_url', redirect_to_url: place }
      const alipay = { ...place, native_url: null, native_data: null }
      return { type: 'alipay_handle_redirect', alipay_handle_redirect: alipay }
    }
    if (intent.type === 'konbini') {
      const store = { confirmation_number: '08000000000', payment_code: action.code ?? '' }
      const details = {
        expires_at: intent.expires_at ?? intent.created + 259_200,
        hosted_voucher_url: action.test_url,
        stores: { familymart: store, lawson: store, ministop: store, seicomart: store },
      }
      return { type: 'konbini_display_details', konbini_display_details: details }
    }
    const type = `${intent.type}_display_qr_code`
    const image = `${action.test_url}#qr`
    const code = {
      data: action.qr,
      image_url_png: image,
      image_url_svg: image,
      hosted_instructions_url: action.test_url,
    }
    return { type, [type]: code }
  }

  return {
    intent: intentObject,
    refund(refund, stand) {
      const intent = state.intents.get(refund.intent)
      const operation = book.operation(bookKey(refund.id))
      const { status } = stand ?? operation ?? { status: 'pending' as const }
      const failed = status === 'declined'
      return {
        id: refund.id,
        object: 'refund',
        amount: refund.amount,
        balance_transaction: status === 'succeeded' ? `txn_${tailOf(refund.id)}` : null,
        charge: `ch_${tailOf(refund.intent)}`,
        created: operation ? seconds(operation.record.at) : refund.created,
        currency: intent?.currency ?? 'usd',
        ...(failed && { failure_reason: 'declined' }),
        metadata: refund.metadata,
        payment_intent: refund.intent,
        reason: null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: status === 'succeeded' ? 'succeeded' : failed ? 'failed' : 'pending',
        transfer_reversal: null,
      }
    },
  }
}

/** The secret is shown in the answer to the creation alone. */
export const endpointObject = (endpoint: Endpoint, { secret = false } = {}): StripeObject => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: endpoint.api_version,
  application: null,
  created: endpoint.created,
  description: endpoint.description,
  enabled_events: endpoint.events,
  livemode: false,
  metadata: {},
  ...(secret && { secret: endpoint.secret }),
  status: 'enabled',
  url: endpoint.url,
})
