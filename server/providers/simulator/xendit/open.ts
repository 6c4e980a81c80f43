import type { FastifyError, FastifyRequest } from 'fastify'
import { accountIn, type Dialect, type DialectCallback, type OpenDialect } from '../dialect.ts'
import type { BankEffect } from '../bank/records.ts'
import type { EffectRecord, OperationRecord } from '../records.ts'
import { xenditCredentials } from './credentials.ts'
import { invoiceRoutes } from './invoices.ts'
import { Refusal, type RouteParts } from './kit.ts'
import { xenditPages } from './pages.ts'
import { payoutRoutes } from './payouts.ts'
import { refundRoutes } from './refunds.ts'
import { emptyShelf, Entry, type InvoiceEntry, type RequestEntry } from './records.ts'
import { paymentIdOf, requestRoutes } from './routes.ts'
import { businessId, idIn, xenditViews } from './views.ts'

/** The simulator as Xendit: payment requests, invoices, refunds, payouts and call-backs with a token. */
export const openXendit: OpenDialect = (given) => {
  const shelf = emptyShelf()
  const show = xenditViews(given, shelf)
  const tokenOf = (owner: string): string =>
    xenditCredentials(given.credential, ...accountAndMode(owner)).callback_token

  /** The account and mode of a request's key, such as 'development acme'. */
  function ownerOf(request: FastifyRequest): string | null {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ')
    const [key = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
    if (scheme !== 'Basic' || password !== '') return null
    for (const mode of modes) {
      const account = accountIn(key, `xnd_${mode}_`, given.credential)
      if (account !== null) return `${mode} ${account}`
    }
    return null
  }

  function messagesOf(owner: string, id: string, body: unknown): DialectCallback[] {
    const url = shelf.addressOf(owner)
    if (!url) return []
    return [
      { url, body: JSON.stringify(body), headers: () => ({ 'x-callback-token': tokenOf(owner), 'webhook-id': id }) },
    ]
  }

  /** An invoice's call-back is the invoice itself. */
  const messageOfInvoice = (invoice: InvoiceEntry): DialectCallback[] =>
    messagesOf(invoice.owner, `${invoice.id} ${show.invoiceStatus(invoice)}`, show.invoice(invoice))

  function paymentMessage(entry: RequestEntry, effect: EffectRecord): DialectCallback[] {
    const word = events[effect.status]
    if (!word) return []
    const now = { business_id: businessId(entry.owner), created: effect.at }
    const request = show.paymentRequest(entry)
    if (word === 'expired') {
      const body = { event: 'payment_method.expired', ...now, data: show.paymentMethod(entry) }
      return messagesOf(entry.owner, effect.event, body)
    }
    const { amount, currency, country, payment_method, failure_code, metadata } = request
    const data = {
      id: paymentIdOf(entry.id),
      business_id: now.business_id,
      payment_request_id: entry.id,
      // That of the payment method, which need not be the request's.
      reference_id: entry.method_reference,
      status: request.status,
      amount,
      currency,
      country,
      payment_method,
      failure_code,
      metadata,
      created: effect.at,
      updated: effect.at,
    }
    return messagesOf(entry.owner, effect.event, { event: `payment.${word}`, ...now, data })
  }

  function callbacksOf(operation: OperationRecord, effect: EffectRecord): DialectCallback[] {
    const entry = shelf.byId(idIn(operation.key))
    if (entry?.kind === 'request') return paymentMessage(entry, effect)
    if (entry?.kind === 'invoice') return effect.status === 'captured' ? messageOfInvoice(entry) : []
    if (entry?.kind !== 'refund' || effect.status === 'pending') return []
    const word = effect.status === 'succeeded' ? 'succeeded' : 'failed'
    const body = {
      event: `refund.${word}`,
      business_id: businessId(entry.owner),
      created: effect.at,
      data: show.refund(entry),
    }
    return messagesOf(entry.owner, effect.event, body)
  }

  function bankCallbacksOf(effect: BankEffect): DialectCallback[] {
    const entry = shelf.byId(idIn(effect.key))
    const word = effect.type === 'bank_deposit' ? undefined : payoutEvents[effect.status]
    if (entry?.kind !== 'payout' || effect.type === 'bank_deposit' || !word) return []
    const body = {
      event: `payout.${word}`,
      business_id: businessId(entry.owner),
      created: effect.at,
      data: show.payout(entry, effect),
    }
    return messagesOf(entry.owner, effect.event, body)
  }

  const dialect: Dialect = {
    name: 'xendit',
    routes(app) {
      const enter = (entry: Entry): Promise<void> => given.enter(entry)
      const parts: RouteParts = { ...given, enter, shelf, show, ownerOf, tokenOf, messageOfInvoice }
      app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
        if (error instanceof Refusal) {
          return reply.code(error.status).send({ error_code: error.code, message: error.message })
        }
        const status = error.statusCode ?? 500
        if (status >= 500) request.log.error(error)
        const error_code = status < 500 ? 'INVALID_JSON_FORMAT' : 'SERVER_ERROR'
        return reply.code(status).send({ error_code, message: 'The request could not be read.' })
      })
      requestRoutes(app, parts)
      invoiceRoutes(app, parts)
      refundRoutes(app, parts)
      payoutRoutes(app, parts)
      xenditPages(app, parts)
    },
    accountOf(request) {
      const owner = ownerOf(request)
      return owner === null ? null : accountAndMode(owner)[0]
    },
    refuse: (reply, status) => reply.code(status).send(refusals[status]),
    record: (entry) => shelf.record(Entry.parse(entry)),
    callbacksOf,
    bankCallbacksOf,
  }
  return dialect
}

const modes = ['development', 'production'] as const
function accountAndMode(owner: string): [account: string, mode: (typeof modes)[number]] {
  const [mode, account = ''] = owner.split(' ')
  return [account, mode === 'production' ? mode : 'development']
}

/** The events of a payment request, by what became of it. A beginning has none. */
const events: Partial<Record<EffectRecord['status'], string>> = {
  authorised: 'awaiting_capture',
  captured: 'succeeded',
  declined: 'failed',
  expired: 'expired',
}
/** The events of a payout. A beginning has none. */
const payoutEvents = { pending: undefined, paid: 'succeeded', failed: 'failed', returned: 'reversed' } as const
const refusals = {
  401: { error_code: 'INVALID_API_KEY', message: 'The API key is invalid.' },
  429: { error_code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.' },
  500: { error_code: 'SERVER_ERROR', message: 'An unexpected error occurred.' },
} as const
