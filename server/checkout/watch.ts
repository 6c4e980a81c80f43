import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/http/serve.ts'
import { findChanges } from '#server/payments/changes.ts'

/**
 * Sends a shopper's page the server-sent event `changed` when its attempt has changed, without content; the page then asks.
 * All watchers of this process share one query every 400 ms; without watchers there is none.
 */
export function watchRoute(app: FastifyInstance, parts: ServeParts): void {
  const watch = watching(parts.database)
  app.addHook('preClose', async () => watch.close())
  app.get<{ Params: { ref: string; order_ref: string } }>(
    `${base}/api/checkout/:ref/attempts/:order_ref/events`,
    { config: { rate: 'shopper' } },
    async (request, reply) => {
      const { ref, order_ref: orderRef } = request.params
      const found = await parts.findPayable(ref)
      if (!found || !/^[0-9A-Za-z]{27}$/.test(orderRef) || watch.isFull()) return reply.code(404).send()
      return watch.add(reply, { owner: found.owner, payableRef: ref, orderRef })
    },
  )
}

const lookEveryMs = 400
const heartbeatEveryMs = 15_000
/** The page connects again after this, so that a proxy or a forgotten tab holds no connection for ever. */
const longestMs = 5 * 60_000
const mostWatchers = 5_000

interface Watched {
  owner: Owner
  payableRef: string
  orderRef: string
}
interface Watcher extends Watched {
  /** When its attempt last changed, as last seen; null before the first look. */
  seenMs: number | null
  reply: FastifyReply
  since: number
}

function watching(database: Database) {
  const watchers = new Set<Watcher>()
  let next: NodeJS.Timeout | undefined
  let heartbeatAt = 0

  async function look(): Promise<void> {
    const now = performance.now()
    for (const watcher of watchers) if (now - watcher.since > longestMs) end(watcher)
    if (now > heartbeatAt) {
      heartbeatAt = now + heartbeatEveryMs
      for (const { reply } of watchers) reply.raw.write(': still here\n\n')
    }
    // A failed query sends no event: the page also polls, only more seldom.
    const changes = await findChanges(database, [...watchers]).catch(() => new Map<string, Date>())
    for (const watcher of watchers) {
      const changedMs = changes.get(watcher.orderRef)?.getTime()
      if (changedMs === undefined || changedMs === watcher.seenMs) continue
      // The first query sends an event too, so that a change between the page's last answer and this query is not missed.
      watcher.seenMs = changedMs
      watcher.reply.raw.write('data: changed\n\n')
    }
  }

  function schedule(): void {
    if (next || watchers.size === 0) return
    next = setTimeout(() => {
      void look().finally(() => {
        next = undefined
        schedule()
      })
    }, lookEveryMs)
  }

  function end(watcher: Watcher): void {
    watchers.delete(watcher)
    watcher.reply.raw.end()
  }

  return {
    isFull: () => watchers.size >= mostWatchers,
    add(reply: FastifyReply, watched: Watched): FastifyReply {
      const watcher: Watcher = { ...watched, reply, seenMs: null, since: performance.now() }
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      reply.raw.write(': here\n\n')
      reply.raw.on('close', () => watchers.delete(watcher))
      watchers.add(watcher)
      schedule()
      return reply
    },
    close(): void {
      for (const watcher of watchers) end(watcher)
      clearTimeout(next)
    },
  }
}
