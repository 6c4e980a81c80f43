import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/negotiate.ts'
import type { PayView } from '#checkout/view.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { payableOf, type FoundPayable } from '#server/payables/payable.ts'
import { isShopper } from './is-shopper.ts'
import { orderView, type OrderParts } from './order-view.ts'
import { checkoutAssets, payPage } from './page.ts'

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
      const order = found && (await orderPage(parts, found, { request, language }))
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

async function orderPage(
  parts: ServeParts,
  { owner, payable }: FoundPayable,
  { request, language }: { request: FastifyRequest<Asked>; language: Language },
): Promise<OrderParts | null> {
  return ownTransaction(parts, owner, { requestId: request.id }, async (ctx) => {
    const of = payableOf(ctx, payable.kind)
    const standing = await of.read(ctx, payable.ref)
    if (!standing) return null
    if (of.noteOpened && isShopper(request)) await of.noteOpened(ctx, standing)
    const order = await orderView(ctx, of, standing, { language, query: request.query })
    return { ...order, tellsOpening: standing.unopened === true && isShopper(request) }
  })
}
