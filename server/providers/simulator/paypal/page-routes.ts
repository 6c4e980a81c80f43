import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { DialectParts } from '../dialect.ts'
import { gonePageHtml } from '../page-html.ts'
import type { paypalEvents } from './events.ts'
import { approvalPageHtml } from './page.ts'
import type { Surface } from './surface.ts'

/** The page to which a shopper is sent: whoever has its address may agree, as whoever is signed in at PayPal may. */
export function pageRoutes(
  app: FastifyInstance,
  { state, enter }: Surface,
  events: ReturnType<typeof paypalEvents>,
  { announce, now }: DialectParts,
): void {
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2_000 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    pages.get<Of>('/checkoutnow', async (request, reply) => {
      const found = state.order(request.query.token ?? '')
      return found ? send(reply, approvalPageHtml(found), found.order) : gone(reply)
    })

    pages.post<Of>('/checkoutnow', async (request, reply) => {
      const found = state.order(request.query.token ?? '')
      const form = Form.safeParse(request.body)
      if (!found || !form.success) return gone(reply)
      const { account, id, return_url, cancel_url } = found.order
      const { act, funds, callbacks } = form.data
      if (act === 'cancel') return reply.redirect(backTo(cancel_url, { token: id }), 303)
      if (found.approved === null && found.payment === null) {
        await enter({ kind: 'approval', account, id, at: now().toISOString(), funds })
        if (callbacks !== 'never') for (const message of events.approved(found)) announce(message)
      }
      return reply.redirect(backTo(return_url, { token: id, PayerID: 'PAYER' }), 303)
    })
  })
}

interface Of {
  Querystring: { token?: string }
}
const Form = z.object({
  act: z.enum(['agree', 'cancel']),
  funds: z.enum(['good', 'declined', 'pending']).default('good'),
  callbacks: z.enum(['', 'never']).default(''),
})

function backTo(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const gone = (reply: FastifyReply): FastifyReply => send(reply.code(404), gonePageHtml())

/** The form-action policy also covers the redirect after the form. */
function send(reply: FastifyReply, html: string, back?: { return_url: string; cancel_url: string }): FastifyReply {
  const origins = back ? ` ${new URL(back.return_url).origin} ${new URL(back.cancel_url).origin}` : ''
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${origins}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
