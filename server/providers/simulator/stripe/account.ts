import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '../dialect.ts'
import type { Endpoint, RefundEntry } from './entries.ts'
import { internal, missing, StripeRefusal } from './errors.ts'
import { type Form, listIn, queryOf, read } from './form.ts'
import { Limits, pageOf } from './intents.ts'
import { bookMinor } from './money.ts'
import { bookKey } from './names.ts'
import { endpointObject } from './objects.ts'
import type { Surface } from './surface.ts'

const Text = z.string().max(5_000)
const RefundForm = z.object({
  payment_intent: Text,
  amount: z.string().regex(/^\d{1,15}$/).transform(Number).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
}) // prettier-ignore
const RefundList = Limits.extend({ payment_intent: Text.optional() })
const EndpointForm = z.object({
  url: Text,
  api_version: Text.nullable().default(null),
  description: Text.nullable().default(null),
  connect: z.enum(['true', 'false']).default('false'),
})

export function refundRoutes({ app, parts, state, objects, accountOf }: Surface): void {
  const { book, payments, enter, now, durable } = parts

  app.post('/v1/refunds', async (request, reply) => {
    const { payment_intent: id, amount: wished, metadata } = read(RefundForm, request.body ?? {})
    const intent = state.intents.get(id)
    if (!intent || intent.account !== accountOf(request)) throw missing('payment_intent', id, 'payment_intent')
    const payment = book.payment(bookKey(id))
    const amount = wished ?? intent.amount
    const minor = bookMinor(amount, intent.currency)
    if (payment?.capturedMinor === undefined || payment.capturedMinor === 0n) {
      throw refused('charge_not_refundable', 'This PaymentIntent does not have a successful charge to refund.')
    }
    const left = payment.capturedMinor - payment.refundedMinor - payment.refundingMinor
    if (left === 0n) throw refused('charge_already_refunded', `Charge ch_${id.slice(3)} has already been refunded.`)
    if (minor === null || BigInt(minor) > left) {
      throw refused(undefined, `Refund amount (${amount}) is greater than unrefunded amount on charge`)
    }
    const refund: RefundEntry = {
      kind: 'refund',
      id: `re_${randomBytes(12).toString('hex')}`,
      account: intent.account,
      created: Math.floor(now().getTime() / 1_000),
      intent: id,
      amount,
      metadata,
    }
    await enter(refund)
    const answer = await payments.move(bookKey(refund.id), {
      kind: 'refund',
      payment_key: bookKey(id),
      amount_minor: minor,
      currency: intent.currency.toUpperCase(),
    })
    if (answer.kind !== 'done') {
      await enter({ kind: 'removed', id: refund.id })
      throw internal()
    }
    if (answer.delivery === 'error') throw internal()
    return answer.delivery === 'never' ? reply.hijack() : objects.refund(refund)
  })

  app.get('/v1/refunds', async (request) => {
    const { limit, starting_after: after, payment_intent: of } = read(RefundList, queryOf(request))
    const all = [...state.refunds.values()].filter(
      ({ account, intent }) => account === accountOf(request) && (of === undefined || intent === of),
    )
    await durable()
    return pageOf('/v1/refunds', all, { limit, after }, (refund) => objects.refund(refund))
  })

  app.get<{ Params: { id: string } }>('/v1/refunds/:id', async (request) => {
    const refund = state.refunds.get(request.params.id)
    if (!refund || refund.account !== accountOf(request)) throw missing('refund', request.params.id, 'refund')
    await durable()
    return objects.refund(refund)
  })
}

const refused = (code: string | undefined, message: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', ...(code && { code }), message })

export function accountRoutes({ app, parts, state, accountOf }: Surface): void {
  const { enter, now } = parts

  app.get('/v1/account', async (request) => ({
    id: `acct_${Buffer.from(accountOf(request) ?? '').toString('hex')}`,
    object: 'account',
    business_profile: null,
    charges_enabled: true,
    country: 'SG',
    created: 1_700_000_000,
    default_currency: 'sgd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: [],
      disabled_reason: null,
      errors: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
    type: 'standard',
  }))

  app.get('/v1/balance_transactions', async (request) => {
    read(Limits, queryOf(request))
    return pageOf<Endpoint>('/v1/balance_transactions', [], { limit: 10, after: undefined }, (item) => item)
  })

  app.post('/v1/webhook_endpoints', async (request) => {
    const form = request.body as Form
    const { url, api_version, description, connect } = read(EndpointForm, form)
    const events = listIn(form['enabled_events'])
    if (events.length === 0) throw refused('parameter_missing', 'Missing required param: enabled_events.')
    if (!isLoopback(url)) throw refused('url_invalid', 'The simulated Stripe calls back on this machine only.')
    const endpoint: Endpoint = {
      kind: 'endpoint',
      id: `we_${randomBytes(12).toString('hex')}`,
      account: accountOf(request) ?? '',
      created: Math.floor(now().getTime() / 1_000),
      url,
      secret: `whsec_${randomBytes(24).toString('hex')}`,
      events,
      api_version,
      description,
      connect: connect === 'true',
    }
    await enter(endpoint)
    return endpointObject(endpoint, { secret: true })
  })

  app.get('/v1/webhook_endpoints', async (request) => {
    const { limit, starting_after: after } = read(Limits, queryOf(request))
    const all = [...state.endpoints.values()].filter(({ account }) => account === accountOf(request))
    return pageOf('/v1/webhook_endpoints', all, { limit, after }, (endpoint) => endpointObject(endpoint))
  })

  app.delete<{ Params: { id: string } }>('/v1/webhook_endpoints/:id', async (request) => {
    const { id } = request.params
    if (state.endpoints.get(id)?.account !== accountOf(request))
      throw missing('webhook endpoint', id, 'webhook_endpoint')
    await enter({ kind: 'removed', id })
    return { id, object: 'webhook_endpoint', deleted: true }
  })
}
