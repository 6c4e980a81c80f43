import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refundableMinor } from '../book.ts'
import { Id, ListQuery, RefundBody } from './bodies.ts'
import { askers, deliver, inBook, notFound, paged, parsed, Refusal, type RouteParts } from './kit.ts'
import { keyOf, paidKey } from './views.ts'

/** Refunds of payment requests and of invoices. */
export function refundRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { book, payments, shelf, show, enter, durable } = parts
  const { owner, owned, repeated } = askers(parts)

  app.post('/refunds', async (request, reply) => {
    const body = parsed(RefundBody, request.body)
    const { made, before } = repeated(request)
    if (before?.kind === 'refund' && book.operation(keyOf(before.id))) {
      await durable()
      return show.refund(before)
    }
    const id = body.payment_request_id ?? body.invoice_id ?? ''
    const payment = shelf.byId(id)
    if (!payment || payment.kind === 'refund' || payment.kind === 'payout' || payment.owner !== owner(request)) {
      throw new Refusal(400, 'TRANSACTION_NOT_FOUND', 'There is no payment with this id.')
    }
    const payment_key = paidKey(payment.id, book)
    const paid = payment_key === null ? undefined : book.payment(payment_key)
    if (payment_key === null || !paid) throw new Refusal(400, 'INELIGIBLE_TRANSACTION', 'The payment is not paid.')
    const amount_minor = inBook(body.amount, body.currency)
    const channel = payment.kind === 'request' ? payment.channel_code : 'CREDIT_CARD'
    if (unrefunded.test(channel)) throw new Refusal(400, 'REFUND_NOT_SUPPORTED', 'The channel makes no refunds.')
    if (wholeOnly.test(channel) && amount_minor !== paid.record.amount_minor) {
      throw new Refusal(400, 'PARTIAL_REFUND_NOT_SUPPORTED', 'The channel refunds the whole amount only.')
    }
    if (BigInt(amount_minor) > refundableMinor(paid)) {
      throw new Refusal(400, 'MAXIMUM_REFUND_AMOUNT_REACHED', 'The amount exceeds what is left to refund.')
    }
    const { reference_id, reason, currency } = body
    const entry = { kind: 'refund', ...owned(request), idempotency: made, id: `rfd-${randomUUID()}` } as const
    const refund = { ...entry, payment: payment.id, reference_id, reason }
    const entered = enter(refund)
    const answer = await payments.move(keyOf(entry.id), { kind: 'refund', payment_key, amount_minor, currency })
    await entered
    return deliver(reply, answer, () => show.refund(refund))
  })

  app.get('/refunds', async (request) => {
    const { payment_request_id, invoice_id, limit, after_id } = parsed(ListQuery, request.query)
    const of = payment_request_id ?? invoice_id
    const found = shelf
      .of(owner(request), 'refund')
      .filter((each) => book.operation(keyOf(each.id)) && (of === undefined || each.payment === of))
    await durable()
    return paged(found, limit, after_id, show.refund)
  })

  app.get('/refunds/:id', async (request) => {
    const entry = shelf.byId(parsed(Id, request.params).id)
    if (entry?.kind !== 'refund' || entry.owner !== owner(request)) throw notFound()
    await durable()
    return show.refund(entry)
  })
}

/** Channels without refunds, and with refunds of the whole amount alone. */
const unrefunded =
  /^(QRPH|PROMPTPAY|BCA|BJB|BNI|BRI|BSI|CIMB|MANDIRI|PERMATA|SAHABAT_SAMPOERNA|ALFAMART|INDOMARET|7ELEVEN|CEBUANA|.*_FPX)$/
const wholeOnly = /^(SHOPEEPAY|LINKAJA|QRIS)$/
