import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/serve.ts'
import { findChanges } from '#server/payments/changes.ts'

/**
 * Tells a shopper's page that its attempt has changed, over server-sent events: `changed`, and nothing of what; the page
 * then asks. All that watch here share one look at the database every 400 ms, and without any there is none.
 */
export function watchRoute(app: FastifyInstance, parts: ServeParts): void {
  const watch = watching(parts.database)
  app.addHook('preClose', async () => watch.close())
  app.get<{ Params: { ref: string; order_ref: string } }>(
    `${base}/api/checkout/:ref/attempts/:order_ref/events`,
    { config: { rate: 'shopper' } },
    async (request, reply) => {
      const { ref, order_ref: orderRef } = request.params
      const owner = await parts.ownerOfLink(ref)
      if (!owner || !/^[0-9A-Za-z]{27}$/.test(orderRef) || watch.isFull()) return reply.code(404).send()
      return watch.add(reply, { owner, linkRef: ref, orderRef })
    },
  )
}

const lookEveryMs = 400
const heartbeatEveryMs = 15_000
/** The page comes again after this, so that a proxy or a forgotten tab holds nothing for ever. */
const longestMs = 5 * 60_000
const mostWatchers = 5_000

interface Watched {
  owner: Owner
  linkRef: string
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
    // A database that is away is not this page's news: it asks by itself, only more seldom.
    const changes = await findChanges(database, [...watchers]).catch(() => new Map<string, Date>())
    for (const watcher of watchers) {
      const changedMs = changes.get(watcher.orderRef)?.getTime()
      if (changedMs === undefined || changedMs === watcher.seenMs) continue
      // The first look tells too: what changed between the page's question and this is not missed.
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
