import type { FastifyInstance } from 'fastify'
import type { Environment } from '#contract/kit/wire.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { outboxPage, type OutboxMessage } from './outbox-page.ts'
import { readMessage } from './queries.ts'

/**
 * The page `/sandbox/outbox` with all messages, newest first, for trials. The caller makes sure that the installation is a demo
 * which only this machine can reach. A request under another host name is refused.
 */
export function outboxRoute(app: FastifyInstance, parts: ServeParts): void {
  const own = new URL(parts.services.publicUrl).host
  app.get('/sandbox/outbox', { config: { rate: 'shopper' } }, async (request, reply) => {
    if (request.host !== own && !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.host))
      return reply.code(404).type('text/plain').send('not here')
    return reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(outboxPage(await newest(parts, request.id)))
  })
}

const headers = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
const shown = 50

async function newest(parts: ServeParts, requestId: string): Promise<OutboxMessage[]> {
  const found = await parts.database.transaction(null, (tx) =>
    tx.query<{ merchant_id: string; environment: Environment; message_id: string }>(
      'select * from newest_messages($1)',
      [shown],
    ),
  )
  const messages: OutboxMessage[] = []
  for (const { merchant_id: merchantId, environment, message_id } of found) {
    const message = await ownTransaction(parts, { merchantId, environment }, { requestId }, (ctx) =>
      readMessage(ctx, message_id),
    )
    if (message) messages.push(message)
  }
  return messages
}
