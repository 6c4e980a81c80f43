import type { FastifyReply } from 'fastify'

/** How a receiver treats what is sent to it. */
export const receiverManners = [
  'well',
  'heals',
  'limits',
  'hangs',
  'drips',
  'resets',
  'redirects',
  'gone',
  'endless',
  'bad-tls',
] as const
export type ReceiverManner = (typeof receiverManners)[number]

/** Answers a request as the manner has it; `before` counts the earlier requests with the same `webhook-id`. */
export function answerAs(manner: ReceiverManner, reply: FastifyReply, before: number): FastifyReply {
  if (manner === 'heals' && before < failures) return reply.code(503).send('not yet')
  if (manner === 'limits' && before === 0) return reply.code(429).header('retry-after', '5').send('too many')
  if (manner === 'redirects') return reply.redirect('http://169.254.169.254/latest/meta-data/', 302)
  if (manner === 'gone') return reply.code(410).send('gone')
  if (manner === 'bad-tls') return reply.code(426).send('ask by https')
  if (manner === 'hangs' || manner === 'drips' || manner === 'resets' || manner === 'endless')
    return unruly(manner, reply)
  return reply.code(200).send('noted')
}
/** Requests of an event that a receiver refuses before it heals. */
const failures = 2

/** What no well-made server does: it is written to the connection itself. */
function unruly(manner: 'hangs' | 'drips' | 'resets' | 'endless', reply: FastifyReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  if (manner === 'resets') raw.socket?.resetAndDestroy()
  if (manner === 'drips') {
    raw.writeHead(200, { 'content-type': 'text/plain' })
    const drops = setInterval(() => raw.write('.'), 1_000)
    raw.once('close', () => clearInterval(drops))
  }
  if (manner === 'endless') {
    raw.writeHead(200, { 'content-type': 'text/plain' })
    const pour = () => {
      while (!raw.destroyed && raw.write(piece));
    }
    raw.on('drain', pour)
    pour()
  }
  return reply
}
const piece = 'x'.repeat(16_384)
