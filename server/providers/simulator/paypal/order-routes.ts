import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DialectParts } from '../dialect.ts'
import type { Order } from './entries.ts'
import { instrumentDeclined, notFound, PaypalError } from './errors.ts'
import { merchantIdOf } from './ids.ts'
import { minorIn } from './money.ts'
import { orderKeysMs } from './once.ts'
import { accountOf, keyedBy, parsed, type Surface } from './surface.ts'
import type { OrderState } from './state.ts'

/** Orders: made, asked for, and captured or authorised once their payer agreed. */
export function orderRoutes(app: FastifyInstance, surface: Surface, parts: DialectParts): void {
  const { state, views, once, enter } = surface
  const { now, payments, durable } = parts

  app.post('/v2/checkout/orders', async (request, reply) => {
    const body = parsed(OrderBody, request.body)
    const [unit] = body.purchase_units
    if (!unit) throw new PaypalError(400, 'MISSING_REQUIRED_PARAMETER', 'A required field is missing.')
    const account = accountOf(request)
    if (unit.payee) expectPayee(unit.payee.merchant_id, account)
    const { id, repeated } = await once(keyedBy(request, account, 'orders', orderKeysMs), {
      exists: (known) => state.order(known) !== undefined,
      make: (fresh) => enter(orderEntry(fresh, account, body, now())),
    })
    return shown(request, reply.code(repeated ? 200 : 201), found(id, account))
  })

  app.get<Of>('/v2/checkout/orders/:id', async (request) => {
    const order = found(request.params.id, accountOf(request))
    await durable()
    return views.order(order)
  })

  for (const [act, intent] of [
    ['capture', 'CAPTURE'],
    ['authorize', 'AUTHORIZE'],
  ] as const) {
    app.post<Of>(`/v2/checkout/orders/:id/${act}`, async (request, reply) => {
      const account = accountOf(request)
      const order = found(request.params.id, account)
      const { repeated } = await once(keyedBy(request, account, `${act} ${order.order.id}`, orderKeysMs), {
        exists: () => views.status(order) === 'COMPLETED',
        make: (id) => complete(order, intent, id),
      })
      return shown(request, reply.code(repeated ? 200 : 201), order)
    })
  }

  async function complete(found: OrderState, intent: Order['intent'], payment: string): Promise<void> {
    const { order, approved } = found
    if (order.intent !== intent) {
      throw new PaypalError(422, 'ACTION_DOES_NOT_MATCH_INTENT', 'Order was created with another intent.')
    }
    if (views.status(found) === 'COMPLETED') {
      throw intent === 'CAPTURE'
        ? new PaypalError(422, 'ORDER_ALREADY_CAPTURED', 'Order already captured.')
        : new PaypalError(422, 'ORDER_ALREADY_AUTHORIZED', 'Order already authorized.')
    }
    if (approved === null) {
      throw new PaypalError(422, 'ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
    }
    const entry = { account: order.account, id: order.id, at: now().toISOString() }
    if (approved === 'declined') {
      await enter({ kind: 'refused', ...entry })
      throw new PaypalError(422, 'INSTRUMENT_DECLINED', instrumentDeclined)
    }
    // A start after a crash in between finds the completion, and the same request then pays.
    const entered = found.payment === null ? enter({ kind: 'completion', ...entry, payment }) : undefined
    const key = `paypal:${order.id}`
    const paid = payments.pay(key, {
      amount_minor: order.amount_minor,
      currency: order.currency,
      method: { type: 'WALLET', sub_type: 'PAYPAL' },
      payer_name: approved === 'pending' ? 'Sim pending then success' : '',
      capture: intent === 'CAPTURE',
      description: order.description ?? '',
      callback_url: '',
      return_url: '',
      expires_at: null,
    })
    await Promise.all([entered, paid])
    if (approved === 'good') await payments.act(key, { act: 'approve' })
  }

  /** A partner takes payments for its merchants while they can be paid. */
  function expectPayee(payee: string, partner: string): void {
    const merchant = state
      .referrals(partner)
      .flatMap(({ id }) => (merchantIdOf(id) === payee ? state.merchant(id) : []))[0]
    if (!merchant && payee !== merchantIdOf(partner))
      throw new PaypalError(422, 'PAYEE_ACCOUNT_INVALID', 'Payee account specified is invalid.')
    if (merchant && !(merchant.receivable && merchant.email_confirmed))
      throw new PaypalError(422, 'PAYEE_ACCOUNT_RESTRICTED', 'The merchant account is restricted.')
  }

  /** PayPal forgets an order that is not paid within three hours. */
  function found(id: string, account: string): OrderState {
    const order = state.order(id)
    if (!order || order.order.account !== account) throw notFound()
    const age = now().getTime() - new Date(order.order.at).getTime()
    if (age > openMs && views.status(order) !== 'COMPLETED') throw notFound()
    return order
  }

  const shown = (request: FastifyRequest, reply: FastifyReply, order: OrderState): FastifyReply =>
    reply.send(request.headers['prefer'] === 'return=representation' ? views.order(order) : views.brief(order))
}

interface Of {
  Params: { id: string }
}
const openMs = 3 * 3_600_000

function orderEntry(
  id: string,
  account: string,
  body: z.infer<typeof OrderBody>,
  now: Date,
): Order & { kind: 'order' } {
  const [unit] = body.purchase_units
  const context = body.payment_source?.paypal.experience_context
  if (!unit || !context) throw new PaypalError(400, 'MISSING_REQUIRED_PARAMETER', 'A required field is missing.')
  const minor = minorIn(unit.amount, '/purchase_units/@reference_id==default/amount')
  return {
    kind: 'order',
    account,
    id,
    at: now.toISOString(),
    intent: body.intent,
    amount_minor: String(minor),
    currency: unit.amount.currency_code,
    reference_id: unit.reference_id,
    ...(unit.custom_id !== undefined && { custom_id: unit.custom_id }),
    ...(unit.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
    ...(unit.description !== undefined && { description: unit.description }),
    ...(unit.payee !== undefined && { payee: unit.payee.merchant_id }),
    return_url: context.return_url,
    cancel_url: context.cancel_url,
  }
}

const Text = z.string().min(1).max(127)
const OrderBody = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().min(1).max(256).default('default'),
        amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }),
        custom_id: Text.optional(),
        invoice_id: Text.optional(),
        description: Text.optional(),
        payee: z.object({ merchant_id: z.string().max(13) }).optional(),
      }),
    )
    .length(1),
  payment_source: z
    .object({
      paypal: z.object({
        experience_context: z.object({
          return_url: z.url({ protocol: /^https?$/ }).max(2_000),
          cancel_url: z.url({ protocol: /^https?$/ }).max(2_000),
        }),
      }),
    })
    .optional(),
})
