import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Intent } from './entries.ts'
import { internal, missing, StripeRefusal } from './errors.ts'
import { type Form, listIn, queryOf, read } from './form.ts'
import { bookMinor, smallest } from './money.ts'
import { bookKey } from './names.ts'
import type { Surface } from './surface.ts'

/** How the ways of Stripe are called in the book. */
const ways: Readonly<Record<string, { type: OfferedMethod; sub_type: string }>> = {
  card: { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' },
  grabpay: { type: 'WALLET', sub_type: 'GRABPAY' },
  alipay: { type: 'WALLET', sub_type: 'ALIPAY' },
  paynow: { type: 'QR_CODE', sub_type: 'PAYNOW' },
  promptpay: { type: 'QR_CODE', sub_type: 'PROMPTPAY' },
  fpx: { type: 'NET_BANKING', sub_type: 'FPX' },
  konbini: { type: 'OTC', sub_type: 'KONBINI' },
}

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const Whole = z.string().regex(/^\d{1,15}$/).transform(Number) // prettier-ignore
const Text = z.string().max(5_000)
const Creation = z.object({
  amount: Whole,
  currency: z.string().regex(/^[a-z]{3}$/),
  confirm: Flag.default(false),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).default('automatic_async'),
  description: z.string().max(1_000).nullable().default(null),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
  payment_method: Text.optional(),
  payment_method_data: z
    .object({
      type: Text,
      fpx: z.object({ bank: Text }).optional(),
      billing_details: z.object({ name: Text.optional(), email: Text.optional() }).optional(),
    })
    .optional(),
  payment_method_options: z.object({ konbini: z.object({ expires_at: Whole.optional() }).optional() }).optional(),
  return_url: z.url({ protocol: /^https?$/ }).default(''),
})
const Confirmation = Creation.pick({ payment_method: true, payment_method_data: true, return_url: true }).partial()
const Cancellation = z.object({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const Capture = z.object({ amount_to_capture: Whole.optional() })
const Window = z.object({
  limit: z.string().regex(/^([1-9]\d?|100)$/).transform(Number).default(10),
  starting_after: Text.optional(),
  created: z.object({ gte: Whole, lte: Whole }).partial().optional(),
}) // prettier-ignore

export function intentRoutes({ app, parts, state, objects, accountOf }: Surface): void {
  const { book, payments, enter, now, durable } = parts

  const intentOf = (request: FastifyRequest): Intent => {
    const { id } = request.params as { id: string }
    const intent = state.intents.get(id)
    if (!intent || intent.account !== accountOf(request)) throw missing('payment_intent', id, 'intent')
    return intent
  }
  const shown = async (request: FastifyRequest, intent: Intent) => {
    const expand = listIn({ ...queryOf(request), ...(request.body as Form) }['expand'])
    await durable()
    return objects.intent(intent, { expand })
  }

  app.post('/v1/payment_intents', async (request, reply) => {
    const form = request.body as Form
    const wished = read(Creation, form)
    const { amount, currency, payment_method_data: data } = wished
    if (amount < smallest(currency)) {
      const message = `Amount must be at least ${smallest(currency)} of the smallest units`
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'amount_too_small',
        message,
        param: 'amount',
      })
    }
    if (bookMinor(amount, currency) === null) {
      const message = `Invalid amount for ${currency}`
      throw new StripeRefusal(400, { type: 'invalid_request_error', message, param: 'amount' })
    }
    const [allowed = 'card'] = [
      ...listIn(form['allowed_payment_method_types']),
      ...listIn(form['payment_method_types']),
    ]
    const id = `pi_${randomBytes(12).toString('hex')}`
    const intent: Intent = {
      kind: 'intent',
      id,
      account: accountOf(request) ?? '',
      created: Math.floor(now().getTime() / 1_000),
      amount,
      currency,
      type: data?.type ?? allowed,
      method: wished.payment_method ?? null,
      bank: data?.fpx?.bank ?? null,
      payer_name: data?.billing_details?.name ?? '',
      description: wished.description,
      capture_method: wished.capture_method,
      return_url: wished.return_url,
      expires_at: wished.payment_method_options?.konbini?.expires_at ?? null,
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      metadata: wished.metadata,
    }
    checkMethod(intent)
    await enter(intent)
    return wished.confirm ? confirm(request, reply, intent) : shown(request, intent)
  })

  app.post('/v1/payment_intents/:id/confirm', async (request, reply) => {
    const intent = intentOf(request)
    if (book.payment(bookKey(intent.id))) throw wrongState(intent, 'confirmed')
    const { payment_method: method, payment_method_data: data, return_url } = read(Confirmation, request.body ?? {})
    const completed = {
      ...intent,
      ...(method && { method }),
      ...(data && { type: data.type, bank: data.fpx?.bank ?? null, payer_name: data.billing_details?.name ?? '' }),
      ...(return_url && { return_url }),
    }
    checkMethod(completed)
    await enter(completed)
    return confirm(request, reply, completed)
  })

  function checkMethod({ type, method, account }: Intent): void {
    if (!Object.hasOwn(ways, type)) {
      const message = `The payment method type "${type}" is invalid.`
      throw new StripeRefusal(400, { type: 'invalid_request_error', message, param: 'payment_method_data[type]' })
    }
    if (method !== null && state.methods.get(method)?.account !== account) {
      const { error } = missing('PaymentMethod', method, 'payment_method')
      throw new StripeRefusal(400, error)
    }
  }

  async function confirm(request: FastifyRequest, reply: FastifyReply, intent: Intent): Promise<unknown> {
    const method = intent.method === null ? undefined : state.methods.get(intent.method)
    const token = method && book.token(method.token, now())
    if (intent.type === 'card' && !token) {
      const message = 'The provided PaymentMethod was previously used and may not be used again.'
      const error = { type: 'invalid_request_error', code: 'payment_method_unexpected_state', message } as const
      throw new StripeRefusal(400, error)
    }
    const answer = await payments.pay(bookKey(intent.id), {
      amount_minor: bookMinor(intent.amount, intent.currency) ?? '',
      currency: intent.currency.toUpperCase(),
      method: ways[intent.type] ?? { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' },
      ...(method && { token: method.token }),
      payer_name: intent.payer_name,
      capture: intent.capture_method !== 'manual',
      description: intent.description ?? '',
      callback_url: '',
      return_url: returnTo(intent),
      expires_at: intent.expires_at === null ? null : new Date(intent.expires_at * 1_000).toISOString(),
    })
    if (answer.kind !== 'done') {
      await enter({ kind: 'removed', id: intent.id })
      throw internal()
    }
    if (answer.delivery === 'error') throw internal()
    if (answer.delivery === 'never') return reply.hijack()
    const object = await shown(request, intent)
    const error = object['last_payment_error']
    if (!error || typeof error !== 'object') return object
    const status = 'type' in error && error.type === 'card_error' ? 402 : 400
    return reply.code(status).send({ error: { ...error, payment_intent: object } })
  }

  app.get('/v1/payment_intents', async (request) => {
    const { limit, starting_after: after, created = {} } = read(Window, queryOf(request))
    const all = [...state.intents.values()].filter(
      (intent) =>
        intent.account === accountOf(request) &&
        intent.created >= (created.gte ?? 0) &&
        intent.created <= (created.lte ?? Number.MAX_SAFE_INTEGER),
    )
    await durable()
    return pageOf('/v1/payment_intents', all, { limit, after }, (intent) => objects.intent(intent))
  })

  app.get('/v1/payment_intents/:id', async (request) => shown(request, intentOf(request)))

  app.post('/v1/payment_intents/:id/capture', async (request) => {
    const intent = intentOf(request)
    const { amount_to_capture: amount = intent.amount } = read(Capture, request.body ?? {})
    const payment = book.payment(bookKey(intent.id))
    if (payment?.status !== 'authorised') throw wrongState(intent, 'captured')
    await payments.move(bookKey(`cap_${intent.id}`), {
      kind: 'capture',
      payment_key: bookKey(intent.id),
      amount_minor: bookMinor(amount, intent.currency) ?? '',
      currency: intent.currency.toUpperCase(),
    })
    return shown(request, intent)
  })

  app.post('/v1/payment_intents/:id/cancel', async (request) => {
    const intent = intentOf(request)
    const { cancellation_reason: reason = 'requested_by_customer' } = read(Cancellation, request.body ?? {})
    const { status } = objects.intent(intent)
    const at = Math.floor(now().getTime() / 1_000)
    if (['succeeded', 'processing', 'canceled'].includes(String(status))) throw wrongState(intent, 'canceled')
    await enter({ kind: 'canceled', id: intent.id, reason, at })
    if (status === 'requires_capture') await payments.void(bookKey(intent.id))
    else await payments.cancel(bookKey(intent.id), reason === 'abandoned' ? 'time' : 'shopper')
    return shown(request, intent)
  })

  function wrongState(intent: Intent, what: string): StripeRefusal {
    const object = objects.intent(intent)
    const message = `This PaymentIntent could not be ${what} because it has a status of ${String(object['status'])}.`
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message } as const
    return new StripeRefusal(400, { ...error, payment_intent: object })
  }
}

const returnTo = ({ return_url, id, client_secret }: Intent): string => {
  if (!return_url) return ''
  const url = new URL(return_url)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', client_secret)
  return url.href
}

/** A page of a list, newest first. */
export function pageOf<T extends { id: string }>(
  url: string,
  oldestFirst: readonly T[],
  { limit, after }: { limit: number; after: string | undefined },
  view: (item: T) => object,
) {
  const all = oldestFirst.toReversed()
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(from, from + limit).map(view)
  return { object: 'list', url, has_more: from + limit < all.length, data }
}
export const Limits = Window.pick({ limit: true, starting_after: true })
