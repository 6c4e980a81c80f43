import type { FastifyInstance } from 'fastify'
import { receiptHtml } from '#checkout/receipt.ts'
import { languageOf } from '#i18n/negotiate.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { textsOf } from '#server/kit/texts.ts'
import { readReceipt } from '#server/receipts/read.ts'
import { checkoutAssets, payPage, payPageHeaders } from './page.ts'

const texts = textsOf('checkout')

/**
 * The page of a receipt, with the refunds of since. Who opens it knows two references: what was paid, and the payment. A
 * payment without money, or of something else, is not found.
 */
export function receiptRoute(app: FastifyInstance, parts: ServeParts): void {
  const { page, receipt: assets } = checkoutAssets()
  app.get<{ Params: { ref: string; order_ref: string }; Querystring: { lang?: string } }>(
    '/pay/:ref/receipts/:order_ref',
    { config: { rate: 'shopper', call: 'shoppersPage', priority: 'money' } },
    async (request, reply) => {
      const { ref, order_ref: orderRef } = request.params
      const language = languageOf(request.headers['accept-language'], String(request.query.lang ?? ''))
      const payable = await parts.findPayable(ref)
      const found =
        payable &&
        (await ownTransaction(parts, payable.owner, { requestId: request.id }, (ctx) => readReceipt(ctx, orderRef)))
      if (found?.payableRef !== ref) {
        const absent = payPage({ state: 'not_found', language, assets: page })
        return reply.code(absent.status).headers(absent.headers).send(absent.html)
      }
      const html = receiptHtml(found.receipt, { language, assets, texts: texts[language] })
      return reply.headers(payPageHeaders()).send(html)
    },
  )
}
