import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shopPageHtml } from '#checkout/pages/document.ts'
import { lookStyle } from '#checkout/pages/look.ts'
import { hasPage, type ShopView } from '#checkout/pages/view.ts'
import { languageOf } from '#i18n/negotiate.ts'
import { isShopper } from '#server/checkout/is-shopper.ts'
import { checkoutAssets, payPageHeaders } from '#server/checkout/page.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'
import { textsOf } from '#server/kit/texts.ts'
import { findShopPage } from '#server/payment-pages/queries.ts'
import { countStep } from '#server/payment-pages/sums.ts'
import { shopPage } from './shop-view.ts'

const texts = textsOf('checkout')

/**
 * The shopper's document of a payment page, by its name or its reference. A name that the page has given up
 * leads on to the present one.
 */
export function shopRoute(app: FastifyInstance, parts: ServeParts): void {
  const { shop: assets } = checkoutAssets()
  app.get<Asked>(
    '/pay/p/:name',
    {
      config: { rate: 'shopper', call: 'shoppersPage', priority: 'money' },
      errorHandler(error, request, reply) {
        if (faultOf(error).fault !== 'unavailable') throw error
        void send(reply, { state: 'busy', language: languageIn(request as FastifyRequest<Asked>), assets })
      },
    },
    async (request, reply) => {
      const { name } = request.params
      const found = await parts.findPayable(name)
      const outcome =
        found &&
        (await ownTransaction(parts, found.owner, { requestId: request.id }, async (ctx) => {
          const page = await findShopPage(ctx, found.payable.ref)
          if (!page) return null
          const query = queryOf(request)
          const isOwn = name === page.page_ref || name.toLowerCase() === page.custom_url.toLowerCase()
          if (!isOwn) return `/pay/p/${page.custom_url || page.page_ref}${searchOf(request)}`
          const language = languageIn(request, page.default_language)
          if (isShopper(request)) countStep(ctx, page.page_ref, 'opened', language)
          return { ...(await shopPage(ctx, page, { language, query })), language, assets }
        }))
      if (!outcome) return send(reply, { state: 'not_found', language: languageIn(request), assets })
      if (typeof outcome === 'string') return reply.headers(payPageHeaders()).redirect(outcome, 302)
      return send(reply, outcome)
    },
  )
}

interface Asked {
  Params: { name: string }
  Querystring: { lang?: string }
}

/** What the address asks for, without the language; a value that is given twice counts once. */
function queryOf(request: FastifyRequest<Asked>): URLSearchParams {
  const query = new URLSearchParams(searchOf(request))
  query.delete('lang')
  return query
}
const searchOf = ({ url }: FastifyRequest<Asked>): string => /\?.*/s.exec(url)?.[0] ?? ''

/** The language that the shopper's browser prefers, else the page's own. */
const languageIn = ({ headers, query }: FastifyRequest<Asked>, own = '') =>
  languageOf([headers['accept-language'], own && `${own};q=0.001`].filter(Boolean).join(','), String(query.lang ?? ''))

/** 404 for an unknown name, 410 for a page that was cancelled, 503 under load shedding, else 200. */
function send(reply: FastifyReply, view: ShopView): FastifyReply {
  const shown = hasPage(view) ? view : null
  const status = { not_found: 404, busy: 503, cancelled: 410 }[view.state as string] ?? 200
  const headers = payPageHeaders(undefined, shown ? { style: lookStyle(shown.look) } : {})
  if (shown?.listed) delete headers['x-robots-tag']
  if (view.state === 'busy') Object.assign(headers, { 'retry-after': '1', refresh: '3' })
  return reply.code(status).headers(headers).send(shopPageHtml(view, texts[view.language]))
}
