import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Book } from './book.ts'
import { deskHtml, payerPageHtml, styles } from './page-html.ts'
import { PayerAct } from './payer.ts'
import type { Payments } from './payments.ts'
import { gone, readForms, sendPage } from './send-page.ts'

/**
 * The pages of the payer: the wallet, the bank that authenticates the payer, the counter, the transfer. The address of
 * a page holds 144 random bits; its holder may decide, as the holder of the payer's telephone may.
 */
export function payerPages(app: FastifyInstance, { book, payments }: { book: Book; payments: Payments }): void {
  app.register(async (pages) => {
    readForms(pages)

    pages.get('/pages.css', (_, reply) => reply.type('text/css; charset=utf-8').send(styles))

    pages.get<{ Params: { page: string } }>('/pages/:page', (request, reply) => {
      const payment = book.paymentOfPage(request.params.page)
      return payment ? sendPage(reply, payerPageHtml(payment), payment.record.return_url) : gone(reply)
    })

    pages.post<{ Params: { page: string } }>('/pages/:page', async (request, reply) => {
      const payment = book.paymentOfPage(request.params.page)
      const form = Form.safeParse(request.body)
      if (!payment || !form.success) return gone(reply)
      const { act, callbacks } = form.data
      await payments.act(payment.record.key, { act, ...(callbacks && { callbacks }) })
      const { shown, return_url: back, page = '' } = payment.record
      return reply.redirect(shown || !back ? `/pages/${page}` : back, 303)
    })

    pages.get<{ Querystring: { code?: string } }>('/desk', (request, reply) => {
      const code = String(request.query.code ?? '').trim()
      const page = code && book.paymentShown(code.startsWith('+') ? code.replaceAll(/[^+\d]/g, '') : code)?.record.page
      const mandate = book.mandates.ofRef(code)?.page
      if (mandate) return reply.redirect(`/mandates/${mandate}`, 303)
      return page ? reply.redirect(`/pages/${page}`, 303) : sendPage(reply, deskHtml({ code }))
    })
  })
}

const Form = PayerAct.extend({
  callbacks: z.preprocess((value) => value || undefined, PayerAct.shape.callbacks),
})
