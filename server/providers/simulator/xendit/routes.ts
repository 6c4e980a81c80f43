import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../dialect.ts'
import { wireAmount } from './amounts.ts'
import { AddressBody, CaptureBody, Id, ListQuery, plainMeans, RequestBody } from './bodies.ts'
import { askers, deliver, inBook, notFound, paged, parsed, Refusal, type RouteParts } from './kit.ts'
import type { RequestEntry } from './records.ts'
import { keyOf } from './views.ts'

/** Payment requests, their payment methods, and what belongs to the account. */
export function requestRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { book, payments, shelf, show, enter, durable, now } = parts
  const { owner, owned, repeated } = askers(parts)
  app.post('/payment_requests', async (request, reply) => {
    const body = parsed(RequestBody, request.body)
    const { made, before } = repeated(request)
    if (before?.kind === 'request' && book.payment(keyOf(before.id)))
      return reply.code(201).send(show.paymentRequest(before))
    const means = plainMeans(body.payment_method)
    const amount_minor = inBook(body.amount, body.currency)
    const entry: RequestEntry = {
      kind: 'request',
      ...owned(request),
      idempotency: made,
      id: `pr-${randomUUID()}`,
      method_id: `pm-${randomUUID()}`,
      method_reference: body.payment_method.reference_id ?? randomUUID(),
      reference_id: body.reference_id,
      amount_minor,
      currency: body.currency,
      country: body.country,
      type: body.payment_method.type,
      channel_code: means.channel_code,
      customer_name: means.customer_name,
      description: body.description,
      metadata: body.metadata,
    }
    const { method, return_url, phone } = means
    // Both are known at once, so that a repetition in between sees the payment.
    const entered = enter(entry)
    const answer = await payments.pay(keyOf(entry.id), {
      amount_minor,
      currency: body.currency,
      method,
      phone,
      payer_name: means.customer_name,
      capture: body.capture_method === 'AUTOMATIC',
      description: body.description,
      callback_url: '',
      return_url,
      expires_at:
        means.expires_at ?? (return_url || phone ? new Date(now().getTime() + sessionMs).toISOString() : null),
    })
    await entered
    return deliver(reply, answer, () => show.paymentRequest(entry), 201)
  })

  app.get('/payment_requests', async (request) => {
    const { reference_id, limit, after_id } = parsed(ListQuery, request.query)
    const found = shelf
      .of(owner(request), 'request')
      .filter((each) => book.payment(keyOf(each.id)) && (!reference_id || each.reference_id === reference_id))
    await durable()
    return paged(found, limit, after_id, show.paymentRequest)
  })

  app.get('/payment_requests/:id', async (request) => {
    const entry = requestOf(request)
    await durable()
    return show.paymentRequest(entry)
  })

  app.post('/payment_requests/:id/captures', async (request, reply) => {
    const entry = requestOf(request)
    const { capture_amount, reference_id } = parsed(CaptureBody, request.body)
    const payment = book.payment(keyOf(entry.id))
    if (payment?.status !== 'authorised') {
      throw new Refusal(400, 'INELIGIBLE_TRANSACTION_STATUS', 'The payment request does not wait for a capture.')
    }
    const amount_minor = inBook(capture_amount, entry.currency)
    const id = `cptr-${randomUUID()}`
    const movement = { kind: 'capture', payment_key: keyOf(entry.id), amount_minor, currency: entry.currency } as const
    const answer = await payments.move(keyOf(id), movement)
    const done = answer.kind === 'done' && answer.view.status === 'succeeded'
    return deliver(reply, answer, () => ({
      id,
      payment_request_id: entry.id,
      payment_id: paymentIdOf(entry.id),
      reference_id,
      currency: entry.currency,
      authorized_amount: wireAmount(entry.amount_minor, entry.currency),
      captured_amount: wireAmount(amount_minor, entry.currency),
      status: done ? 'SUCCEEDED' : 'FAILED',
      failure_code: done ? null : 'CAPTURE_AMOUNT_EXCEEDED',
      payment_method: show.paymentMethod(entry),
      created: now().toISOString(),
      updated: now().toISOString(),
      metadata: entry.metadata,
    }))
  })

  app.post('/v2/payment_methods/:id/expire', async (request) => {
    const { id } = parsed(Id, request.params)
    const entry = shelf.of(owner(request), 'request').find(({ method_id }) => method_id === id)
    if (!entry) throw notFound()
    const before = book.payment(keyOf(entry.id))?.status
    if (before !== 'pending' && before !== 'expired') {
      throw new Refusal(400, 'INVALID_PAYMENT_METHOD', 'The payment method is not active any more.')
    }
    await payments.cancel(keyOf(entry.id), 'time')
    return show.paymentMethod(entry)
  })

  // In place of the form in Xendit's dashboard; the token is what the dashboard shows beside it.
  app.post('/callback_urls/:type', async (request) => {
    const { url } = parsed(AddressBody, request.body)
    if (!isLoopback(url)) throw new Refusal(400, 'API_VALIDATION_ERROR', 'Call-backs go to this machine only.')
    await enter({ kind: 'address', ...owned(request), url })
    return { status: 'SUCCESSFUL', url, callback_token: parts.tokenOf(owner(request)) }
  })

  function requestOf(request: FastifyRequest): RequestEntry {
    const entry = shelf.byId(parsed(Id, request.params).id)
    if (entry?.kind !== 'request' || entry.owner !== owner(request) || !book.payment(keyOf(entry.id))) throw notFound()
    return entry
  }
}

/** How long a wallet or bank waits for its user. */
const sessionMs = 30 * 60_000
export const paymentIdOf = (request: string): string => request.replace(/^pr-/, 'py-')
