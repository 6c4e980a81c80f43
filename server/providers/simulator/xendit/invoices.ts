import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Id, InvoiceBody, ListQuery } from './bodies.ts'
import { askers, inBook, notFound, parsed, Refusal, type RouteParts } from './kit.ts'
import type { InvoiceEntry } from './records.ts'

/** Invoices, which are paid by card on their page. */
export function invoiceRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { payments, shelf, show, enter, durable, now } = parts
  const { owner, owned, repeated } = askers(parts)

  app.post('/v2/invoices/', async (request, reply) => {
    const body = parsed(InvoiceBody, request.body)
    const { made, before } = repeated(request)
    if (before?.kind === 'invoice') {
      await durable()
      return show.invoice(before)
    }
    const entry: InvoiceEntry = {
      kind: 'invoice',
      ...owned(request),
      idempotency: made,
      id: randomBytes(12).toString('hex'),
      page: randomBytes(18).toString('base64url'),
      external_id: body.external_id,
      amount_minor: inBook(body.amount, body.currency),
      currency: body.currency,
      description: body.description,
      expires_at: new Date(now().getTime() + body.invoice_duration * 1_000).toISOString(),
      success_url: body.success_redirect_url,
      metadata: body.metadata,
    }
    await enter(entry)
    return reply.code(200).send(show.invoice(entry))
  })

  app.get('/v2/invoices', async (request) => {
    const { external_id, limit } = parsed(ListQuery, request.query)
    const found = shelf.of(owner(request), 'invoice').filter((each) => !external_id || each.external_id === external_id)
    await durable()
    return found.slice(0, limit).map(show.invoice)
  })

  app.get('/v2/invoices/:id', async (request) => {
    const entry = invoiceOf(request)
    await durable()
    return show.invoice(entry)
  })

  app.post('/invoices/:id/expire!', async (request) => {
    const entry = invoiceOf(request)
    if (show.invoiceStatus(entry) === 'PAID') {
      throw new Refusal(400, 'INVALID_VALUE_ERROR', 'The invoice is paid and cannot expire.')
    }
    await enter({ kind: 'expiry', ...owned(request), invoice: entry.id })
    for (const attempt of show.attempts(entry)) await payments.cancel(attempt.record.key, 'time')
    for (const message of parts.messageOfInvoice(entry)) parts.announce(message)
    return show.invoice(entry)
  })

  function invoiceOf(request: FastifyRequest): InvoiceEntry {
    const entry = shelf.byId(parsed(Id, request.params).id)
    if (entry?.kind !== 'invoice' || entry.owner !== owner(request)) throw notFound()
    return entry
  }
}
