import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { capturableMinor, refundableMinor } from '../book.ts'
import type { DialectParts } from '../dialect.ts'
import { notFound, PaypalError } from './errors.ts'
import { minorIn } from './money.ts'
import { paymentKeysMs } from './once.ts'
import type { OrderState } from './state.ts'
import { accountOf, keyedBy, parsed, type Surface } from './surface.ts'

/** Authorisations, captured or voided, and captures, refunded. */
export function paymentRoutes(app: FastifyInstance, surface: Surface, parts: DialectParts): void {
  const { state, views, once, enter } = surface
  const { book, payments, now, durable } = parts

  function found(id: string, account: string, isOf: (order: OrderState) => boolean): OrderState {
    const order = state.orderOf(id)
    if (!order || order.order.account !== account || !isOf(order)) throw notFound()
    return order
  }
  const authorization = (id: string, account: string) =>
    found(id, account, ({ order, payment }) => order.intent === 'AUTHORIZE' && payment === id)
  const captured = (id: string, account: string) =>
    found(id, account, ({ order, payment, capture }) => id === (order.intent === 'CAPTURE' ? payment : capture))

  app.get<Of>('/v2/payments/authorizations/:id', async (request) => {
    const order = authorization(request.params.id, accountOf(request))
    await durable()
    return views.authorization(order)
  })

  app.post<Of>('/v2/payments/authorizations/:id/capture', async (request, reply) => {
    const account = accountOf(request)
    const held = authorization(request.params.id, account)
    const { order } = held
    const { amount } = parsed(CaptureBody, request.body ?? {})
    const minor = amount ? minorIn(amount, '/amount') : BigInt(order.amount_minor)
    const operation = `capture ${request.params.id}`
    await once(keyedBy(request, account, operation, paymentKeysMs), {
      exists: (id) => held.capture === id && book.operation(`paypal:${id}`) !== undefined,
      async make(id) {
        const payment = state.paymentOf(order.id)
        if (held.voided) throw new PaypalError(422, 'AUTHORIZATION_VOIDED', 'The authorization was voided.')
        if (!payment || held.capture !== null) {
          throw new PaypalError(422, 'AUTHORIZATION_ALREADY_CAPTURED', 'The authorization was captured before.')
        }
        if (amount && amount.currency_code !== order.currency) {
          throw new PaypalError(422, 'AUTH_CAPTURE_CURRENCY_MISMATCH', 'The currencies differ.')
        }
        if (minor !== capturableMinor(payment)) {
          throw new PaypalError(422, 'MAX_CAPTURE_AMOUNT_EXCEEDED', 'Only the whole amount can be captured here.')
        }
        const entered = enter({ kind: 'capture', account, id, at: now().toISOString(), order: order.id })
        const { amount_minor, currency } = order
        const move = { kind: 'capture' as const, payment_key: `paypal:${order.id}`, amount_minor, currency }
        await Promise.all([entered, payments.move(`paypal:${id}`, move)])
      },
    })
    return reply.code(201).send(views.capture(held))
  })

  app.post<Of>('/v2/payments/authorizations/:id/void', async (request, reply) => {
    const account = accountOf(request)
    const held = authorization(request.params.id, account)
    if (held.capture !== null) {
      throw new PaypalError(422, 'PREVIOUSLY_CAPTURED', 'Authorization has been previously captured.')
    }
    if (held.voided) throw new PaypalError(422, 'PREVIOUSLY_VOIDED', 'Authorization has been previously voided.')
    await enter({ kind: 'void', account, id: held.order.id, at: now().toISOString() })
    return reply.send(views.authorization(held))
  })

  app.get<Of>('/v2/payments/captures/:id', async (request) => {
    const order = captured(request.params.id, accountOf(request))
    await durable()
    return views.capture(order)
  })

  app.post<Of>('/v2/payments/captures/:id/refund', async (request, reply) => {
    const account = accountOf(request)
    const capture = request.params.id
    const { order } = captured(capture, account)
    const { amount, custom_id, invoice_id, note_to_payer: note } = parsed(RefundBody, request.body ?? {})
    const minor = amount ? minorIn(amount, '/amount') : null
    const { id } = await once(keyedBy(request, account, `refund ${capture}`, paymentKeysMs), {
      exists: (known) => book.operation(`paypal:${known}`) !== undefined,
      async make(fresh) {
        const payment = state.paymentOf(order.id)
        if (payment?.status === 'pending') throw new PaypalError(422, 'PENDING_CAPTURE', 'The capture is pending.')
        if (amount && amount.currency_code !== order.currency) {
          throw new PaypalError(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH', 'The currencies differ.')
        }
        const left = payment ? refundableMinor(payment) : 0n
        if (left === 0n) throw new PaypalError(422, 'CAPTURE_FULLY_REFUNDED', 'The capture has already been refunded.')
        const amount_minor = String(minor ?? left)
        if (BigInt(amount_minor) > left) {
          throw new PaypalError(
            422,
            'REFUND_AMOUNT_EXCEEDED',
            'The refund amount must be less than or equal to the rest.',
          )
        }
        const entered = enter({
          kind: 'refund',
          account,
          id: fresh,
          at: now().toISOString(),
          order: order.id,
          capture,
          amount_minor,
          ...(custom_id !== undefined && { custom_id }),
          ...(invoice_id !== undefined && { invoice_id }),
          ...(note !== undefined && { note }),
        })
        const move = {
          kind: 'refund' as const,
          payment_key: `paypal:${order.id}`,
          amount_minor,
          currency: order.currency,
        }
        await Promise.all([entered, payments.move(`paypal:${fresh}`, move)])
      },
    })
    const refund = state.refund(id)
    if (!refund) throw new Error('a refund without its entry')
    return reply.code(201).send(views.refund(refund))
  })

  app.get<Of>('/v2/payments/refunds/:id', async (request) => {
    const refund = state.refund(request.params.id)
    if (!refund || refund.account !== accountOf(request) || !book.operation(`paypal:${refund.id}`)) throw notFound()
    await durable()
    return views.refund(refund)
  })
}

interface Of {
  Params: { id: string }
}
const Money = z.object({ currency_code: z.string().length(3), value: z.string().max(32) })
const CaptureBody = z.object({ amount: Money.optional(), final_capture: z.boolean().optional() })
const RefundBody = z.object({
  amount: Money.optional(),
  custom_id: z.string().min(1).max(127).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
})
