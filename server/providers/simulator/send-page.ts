import type { FastifyInstance, FastifyReply } from 'fastify'
import { gonePageHtml } from './page-html.ts'

/** Pages send their forms as browsers do. */
export const readForms = (app: FastifyInstance): void =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

/** The address to which a browser goes afterwards, with what the provider adds to it. */
export function backTo(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

export const gone = (reply: FastifyReply): FastifyReply => sendPage(reply.code(404), gonePageHtml())

/** A page whose form may lead back to the addresses; the form-action policy also covers the redirect after the form. */
export function sendPage(reply: FastifyReply, html: string, ...back: (string | undefined)[]): FastifyReply {
  const origins = back.map((address) => (address ? ` ${new URL(address).origin}` : '')).join('')
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
