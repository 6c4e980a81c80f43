import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#checkout/texts/languages.ts'
import { pageMethods, type OrderView, type PayView } from '#checkout/view.ts'
import { inFlightStates } from '#contract/payments.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { faultOf } from '#server/kit/failure.ts'
import { isActive } from '#server/kit/merchant-of.ts'
import { ownTransaction } from '#server/kit/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/serve.ts'
import { findPaymentLink } from '#server/payment-links/queries.ts'
import { nudgePayment } from '#server/payments/nudge.ts'
import { listPaymentsOfLink } from '#server/payments/attempts.ts'
import { readChannelWays, waysFor } from '#server/payments/ways.ts'
import { cardOf } from './card-of.ts'
import { payPage, readCheckoutAssets } from './page.ts'

const dist = join(import.meta.dirname, '..', '..', 'dist')

/** The shopper's page of a payment link; the reference alone leads here, and to nothing else of the merchant's. */
export function checkoutRoutes(app: FastifyInstance, parts: ServeParts): void {
  const assets = readCheckoutAssets(dist)
  const send = (reply: FastifyReply, view: PayView) => {
    const { status, headers, html } = payPage(view)
    return reply.code(status).headers(headers).send(html)
  }
  app.get<Asked>(
    '/pay/:ref',
    {
      config: { rate: 'shopper', call: 'shoppersPage', priority: 'money' },
      errorHandler(error, request, reply) {
        if (faultOf(error).fault !== 'unavailable') throw error
        void send(reply, { state: 'busy', language: languageIn(request as FastifyRequest<Asked>), assets })
      },
    },
    async (request, reply) => {
      const language = languageIn(request)
      const owner = await parts.ownerOfLink(request.params.ref)
      const order = owner && (await orderView(parts, owner, request.params.ref, request))
      return send(reply, order ? { ...order, language, assets } : { state: 'not_found', language, assets })
    },
  )
}

interface Asked {
  Params: { ref: string }
  Querystring: { lang?: string; returned?: string }
}
const languageIn = ({ headers, query }: FastifyRequest<Asked>) =>
  languageOf(headers['accept-language'], String(query.lang ?? ''))

async function orderView(
  parts: ServeParts,
  owner: Owner,
  ref: string,
  request: { id: string; query: { returned?: string } },
): Promise<Omit<OrderView, 'language' | 'assets'> | null> {
  return ownTransaction(parts, owner, { requestId: request.id }, async (ctx) => {
    const link = await findPaymentLink(ctx, ref)
    if (!link) return null
    const [attempts, rows, active] = await Promise.all([
      listPaymentsOfLink(ctx.db, owner, ref),
      readChannelWays(ctx),
      isActive(ctx),
    ])
    const offered = active ? waysFor(rows, link) : []
    const pending = attempts.find(({ status }) => (inFlightStates as readonly string[]).includes(status))
    // Who comes back from the provider's page may be sooner than its call-back; what the address says is no proof.
    if (pending && request.query.returned !== undefined) await nudgePayment(ctx, pending.order_ref)
    return {
      state: stateOf(link, { inFlight: pending !== undefined, channel: offered.length > 0, now: ctx.now }),
      pendingOrderRef: pending?.order_ref ?? '',
      environment: owner.environment,
      merchant: { name: link.merchant_name, logo: link.merchant_logo, backUrl: link.merchant_back_url },
      amountMinor: link.amount,
      currency: link.currency,
      description: link.description,
      orderRef: link.merchant_order_ref,
      customer: { name: link.customer_name, email: link.email },
      promo: { code: link.promo_code, discountMinor: link.promo_discount },
      shippingMinor: link.shipping_charges,
      expiresAt: link.expires_at,
      methods: pageMethods(offered),
      card: cardOf(parts.house, offered),
      attemptsUrl: `${base}/api/checkout/${ref}/attempts`,
    }
  })
}

function stateOf(
  link: { status: string; expires_at: Date | null },
  facts: { inFlight: boolean; channel: boolean; now: Date },
): OrderView['state'] {
  if (link.status === 'success') return 'paid'
  if (link.status === 'cancelled') return 'cancelled'
  if (facts.inFlight) return 'processing'
  // Its time may have come before the job that says so.
  if (link.status === 'expired' || (link.expires_at && link.expires_at <= facts.now)) return 'expired'
  return facts.channel ? 'payable' : 'unavailable'
}
