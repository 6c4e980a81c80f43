import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { contentDisposition } from '#server/kit/files/file-name.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { readAttachment } from './attachments.ts'
import { outboxPage } from './outbox-page.ts'
import { readMessage } from './queries.ts'

/**
 * The page `/sandbox/outbox` with all messages, newest first, for trials, and the files of its mails. The caller makes sure that the
 * installation is a demo which only this machine can reach. A request under another host name is refused.
 */
export function outboxRoute(app: FastifyInstance, parts: ServeParts): void {
  const own = new URL(parts.services.publicUrl).host
  const isHere = ({ host }: FastifyRequest) => host === own || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
  const notHere = (reply: FastifyReply) => reply.code(404).type('text/plain').send('not here')

  app.get(path, { config: { rate: 'shopper' } }, async (request, reply) => {
    if (!isHere(request)) return notHere(reply)
    return reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(outboxPage(await newest(parts, request.id)))
  })

  app.get(
    `${path}/:merchantId/:environment/:messageId/:place`,
    { config: { rate: 'shopper' } },
    async (request, reply) => {
      const asked = Asked.safeParse(request.params)
      const file = isHere(request) && asked.success && (await readFile(parts, request.id, asked.data))
      if (!file) return notHere(reply)
      const opens = file.type === 'application/pdf'
      return reply
        .headers({ ...headers, 'Content-Disposition': contentDisposition(file.name, opens ? 'inline' : 'attachment') })
        .type(file.type)
        .send(Buffer.from(file.content))
    },
  )
}

const path = '/sandbox/outbox'
const Asked = z.object({
  merchantId: z.uuid(),
  environment,
  messageId: z.uuid(),
  place: z.coerce.number().int().min(0),
})

const headers = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
const shown = 50

async function newest(parts: ServeParts, requestId: string) {
  const found = await parts.database.transaction(null, (tx) =>
    tx.query<{ merchant_id: string; environment: Owner['environment']; message_id: string }>(
      'select * from newest_messages($1)',
      [shown],
    ),
  )
  const messages = []
  for (const { merchant_id: merchantId, environment: mode, message_id } of found) {
    const owner = { merchantId, environment: mode }
    const message = await ownTransaction(parts, owner, { requestId }, (ctx) => readMessage(ctx, message_id))
    if (message) messages.push({ ...message, filesAt: `${path}/${merchantId}/${mode}/${message_id}` })
  }
  return messages
}

/** An attachment as the mail carries it; null when there is none. */
async function readFile(parts: ServeParts, requestId: string, { messageId, place, ...owner }: z.output<typeof Asked>) {
  const transaction: InTransaction = (work) => ownTransaction(parts, owner, { requestId }, work)
  const message = await transaction((ctx) => readMessage(ctx, messageId))
  const attachment = message?.attachments[place]
  const content = attachment && (await readAttachment(parts.services, attachment, transaction))
  return content ? { ...attachment, content } : null
}
