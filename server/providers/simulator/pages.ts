import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Book } from './book.ts'
import { deskHtml, gonePageHtml, payerPageHtml, styles } from './page-html.ts'
import { PayerAct } from './payer.ts'
import type { Payments } from './payments.ts'

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
      return page ? reply.redirect(`/pages/${page}`, 303) : sendPage(reply, deskHtml({ code }))
    })
  })
}

const Form = PayerAct.extend({
  callbacks: z.preprocess((value) => value || undefined, PayerAct.shape.callbacks),
})

/** Forms as browsers send them. */
export const readForms = (app: FastifyInstance): void =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

const gone = (reply: FastifyReply): FastifyReply => sendPage(reply.code(404), gonePageHtml())

/** The form-action policy also covers the redirect after the form. */
export function sendPage(reply: FastifyReply, html: string, returnUrl?: string): FastifyReply {
  const back = returnUrl ? ` ${new URL(returnUrl).origin}` : ''
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
