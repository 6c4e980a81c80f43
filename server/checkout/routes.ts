import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/negotiate.ts'
import { pageMethods, type OrderView, type PayView } from '#checkout/view.ts'
import { shownOrderId } from '#contract/made-order-id.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'
import { isActive, merchantOf } from '#server/kit/auth/merchant-of.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/http/serve.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { mayAttempt, payableOf, type FoundPayable, type Standing } from '#server/payables/payable.ts'
import { nudgePayment } from '#server/payments/nudge.ts'
import { listAttempts, placesLeft } from '#server/payments/attempts.ts'
import { readRouting } from '#server/routing/read.ts'
import { routedWays } from '#server/routing/route.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { cardOf } from './card-of.ts'
import { chosenPart } from './chosen-part.ts'
import { isShopper } from './is-shopper.ts'
import { checkoutAssets, payPage } from './page.ts'
import { pageWays } from './page-ways.ts'
import { waysTaken } from './ways-taken.ts'

/**
 * The shopper's page of a payable. Its reference is the only credential, and gives access to nothing else of the merchant's.
 */
export function checkoutRoutes(app: FastifyInstance, parts: ServeParts): void {
  const { page: assets, document: documentAssets } = checkoutAssets()
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
      const found = await parts.findPayable(request.params.ref)
      const order = found && (await orderView(parts, found, { request, language }))
      if (!order) return send(reply, { state: 'not_found', language, assets })
      return send(reply, { ...order, language, assets: order.document ? documentAssets : assets })
    },
  )
}

interface Asked {
  Params: { ref: string }
  Querystring: { lang?: string; returned?: string; amount?: string }
}
const languageIn = ({ headers, query }: FastifyRequest<Asked>) =>
  languageOf(headers['accept-language'], String(query.lang ?? ''))

async function orderView(
  parts: ServeParts,
  { owner, payable }: FoundPayable,
  { request, language }: { request: FastifyRequest<Asked>; language: Language },
): Promise<Omit<OrderView, 'language' | 'assets'> | null> {
  return ownTransaction(parts, owner, { requestId: request.id }, async (ctx) => {
    const of = payableOf(ctx, payable.kind)
    const standing = await of.read(ctx, payable.ref)
    if (!standing) return null
    if (of.noteOpened && isShopper(request)) await of.noteOpened(ctx, standing)
    const { merchant: shop } = standing.page
    const { amountMinor, part } = await chosenPart(ctx, of, standing, String(request.query.amount ?? ''))
    const [attempts, rows, routing, active, merchant, document] = await Promise.all([
      listAttempts(ctx, payable),
      readChannelWays(ctx),
      readRouting(ctx),
      isActive(ctx),
      merchantOf(ctx),
      of.readDocument?.(ctx, standing, language),
    ])
    const order = { ...standing, amountMinor, source: of.source, left: placesLeft(attempts) }
    const taken = part ? waysTaken(rows, standing, amountMinor) : waysTaken(rows, standing)
    const offered = pageWays(active ? routedWays(ctx, routing, order, taken) : [])
    const paid = attempts.find(({ status, late }) => status === 'Success' && !late)
    const pending = attempts.find(({ status }) => (inFlightStates as readonly string[]).includes(status))
    // A shopper may return from the provider's page before its call-back arrives. The address's parameters prove nothing.
    if (pending && request.query.returned !== undefined) await nudgePayment(ctx, pending.order_ref)
    return {
      state: stateOf(standing, { inFlight: pending !== undefined, channel: offered.length > 0, now: ctx.now }),
      pendingOrderRef: pending?.order_ref ?? '',
      environment: owner.environment,
      ...standing.page,
      merchant: {
        name: shop.name || merchant.brand_name || merchant.name,
        logo: shop.logo || logoAddress(ctx.services, merchant.logo),
        backUrl: shop.backUrl || merchant.website_url,
      },
      receiptUrl: paid && standing.state === 'paid' ? `/pay/${payable.ref}/receipts/${paid.order_ref}` : '',
      amountMinor,
      part,
      document,
      currency: standing.currency,
      description: standing.description,
      ...standing.wordsIn?.(language),
      orderRef: shownOrderId(standing.merchantOrderRef),
      customer: { name: standing.shopper.name, email: standing.shopper.email },
      expiresAt: standing.expiresAt,
      methods: pageMethods(offered),
      card: await cardOf(ctx, offered),
      attemptsUrl: `${base}/api/checkout/${payable.ref}/attempts`,
    }
  })
}

function stateOf(standing: Standing, facts: { inFlight: boolean; channel: boolean; now: Date }): OrderView['state'] {
  if (standing.state === 'paid' || standing.state === 'cancelled') return standing.state
  if (facts.inFlight) return 'processing'
  if (!mayAttempt(standing, facts.now)) return 'expired'
  return facts.channel ? 'payable' : 'unavailable'
}
