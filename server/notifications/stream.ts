import type { FastifyInstance, FastifyReply } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { anyChange, changeWord } from '#contract/changes.ts'
import { limits } from '#contract/limits.ts'
import { notificationsStream } from '#contract/notification-list.ts'
import type { User } from '#server/kit/ctx.ts'
import type { RouteParts } from '#server/kit/domain.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { languageOf } from '#i18n/negotiate.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { base } from '#server/kit/http/serve.ts'
import { bearerHash, lookUpSession, type KnownSession } from '#server/kit/auth/session-lookup.ts'
import { eventFor, gatherChanges, mastersOf, type Told } from './changes.ts'
import { changesChannel } from './channel.ts'
import { noteLanguage } from './language.ts'
import { listenAlways, type Heard } from './listen.ts'

/**
 * The stream of server-sent events by which a console learns that something is new: `news` without content for the list of
 * notifications, and `changed` with kinds and references of objects. The console then makes an ordinary call. The bearer token
 * opens the stream as it opens a call. A stream holds no connection to the database: all streams of a process share one
 * listener, and one look-up every few seconds confirms all of their sessions. A stream does not keep a session from idling.
 */
export function streamRoute(app: FastifyInstance, parts: RouteParts): void {
  const streams = streaming(parts)
  const listener = listenAlways(parts.databaseUrl, parts.services.log, streams.hear)
  app.addHook('preClose', async () => {
    streams.close()
    await listener.stop()
  })
  app.get(
    base + notificationsStream,
    { config: { rate: 'normal', call: 'notificationsStream' } },
    async (request, reply) => {
      const tokenHash = bearerHash(request.headers.authorization)
      const session = await lookUpSession(parts.sessions, tokenHash)
      const { user } = session
      if (!user.emailVerified) throw new Fault('emailNotVerified')
      if (user.twoStepRequired && !user.twoStep) throw new Fault('twoStepRequired')
      request.merchantId = user.merchantId
      if (!streams.hasRoomFor(user)) throw new Fault('tooFast')
      await noteLanguage(parts.database, user, languageOf(request.headers['accept-language']))
      return streams.add(reply, session, tokenHash)
    },
  )
}

const confirmEveryMs = 2_500
const heartbeatEveryMs = 15_000
/** The life of a stream, after which the console reconnects, so that no proxy or forgotten tab holds one for ever. */
const longestMs = 30 * 60_000
/** The time in which several payloads become one event. */
const gatherMs = 200
/** The bytes that may wait for a slow browser; beyond that its stream is closed. */
const unreadMostBytes = 16 * 1024

interface Stream {
  word: string
  user: User
  /** What the session was when it opened: what it hears is decided by that, so another ends the stream. */
  facts: string
  tokenHash: Buffer
  reply: FastifyReply
  since: number
}

function streaming({ sessions, database, services }: ServeParts) {
  /** The open streams by the payload of their user, as `signalUsers` writes it. */
  const byWord = new Map<string, Set<Stream>>()
  const news = new Set<string>()
  const changed = gatherChanges()
  let streams = 0
  let gathering: NodeJS.Timeout | undefined
  let confirming: NodeJS.Timeout | undefined
  let heartbeatAt = 0

  function send(stream: Stream, text: string): void {
    const { raw } = stream.reply
    if (raw.writableLength > unreadMostBytes) raw.destroy()
    else raw.write(text)
  }
  const all = () => [...byWord.values()].flatMap((some) => [...some])

  function hear(heard: Heard): void {
    if (streams === 0) return
    if (heard === 'anything') for (const stream of all()) missed(stream)
    else if (heard.channel === changesChannel) changed.hear(heard.payload)
    else if (byWord.has(heard.payload)) news.add(heard.payload)
    gathering ??= setTimeout(tell, gatherMs)
  }
  function missed({ word, user: { merchantId, environment } }: Stream): void {
    news.add(word)
    changed.hear([merchantId, environment, ...anyChange.map(changeWord)].join(' '))
  }
  function tell(): void {
    gathering = undefined
    for (const word of news) for (const stream of byWord.get(word) ?? []) send(stream, 'data: news\n\n')
    news.clear()
    const told = changed.take()
    if (told.length > 0)
      tellChanges(told).catch((error: unknown) =>
        services.log.warn({ err: error }, 'open consoles were not told of changes'),
      )
  }
  async function tellChanges(told: Told[]): Promise<void> {
    const forMasters = all().some(({ user }) => user.flags.master)
    const masters = forMasters
      ? await mastersOf(database, [...new Set(told.map(({ merchantId }) => merchantId))])
      : new Map<string, string>()
    for (const stream of all()) {
      const event = eventFor(stream.user, told, masters)
      if (event) send(stream, `data: ${event}\n\n`)
    }
  }

  /** Ends the streams of sessions that are over, locked or other than they were; a database that is away is not their fault. */
  async function confirm(): Promise<void> {
    const now = performance.now()
    const beat = now > heartbeatAt
    if (beat) heartbeatAt = now + heartbeatEveryMs
    await Promise.all(
      all().map(async (stream) => {
        const same = await sessions(stream.tokenHash).then(
          (row) => row?.state === 'active' && row.facts === stream.facts,
          () => true,
        )
        if (!same || stream.reply.raw.destroyed || now - stream.since > longestMs) end(stream)
        else if (beat) send(stream, ': still here\n\n')
      }),
    )
  }
  function schedule(): void {
    if (confirming || streams === 0) return
    confirming = setTimeout(() => {
      void confirm().finally(() => {
        confirming = undefined
        schedule()
      })
    }, confirmEveryMs)
  }

  function forget(stream: Stream): void {
    const some = byWord.get(stream.word)
    if (!some?.delete(stream)) return
    if (some.size === 0) byWord.delete(stream.word)
    metrics.notificationStreams.set(--streams)
  }
  function end(stream: Stream): void {
    forget(stream)
    stream.reply.raw.end()
  }

  return {
    hear,
    hasRoomFor: (user: User) =>
      streams < limits.streams && (byWord.get(wordOf(user))?.size ?? 0) < limits.streamsPerUser,
    add(reply: FastifyReply, { user, facts }: KnownSession, tokenHash: Buffer): FastifyReply {
      const stream: Stream = { word: wordOf(user), user, facts, tokenHash, reply, since: performance.now() }
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      reply.raw.on('close', () => forget(stream))
      byWord.set(stream.word, (byWord.get(stream.word) ?? new Set()).add(stream))
      metrics.notificationStreams.set(++streams)
      // Earlier events are not repeated, so the console asks now.
      send(stream, 'data: here\n\n')
      schedule()
      return reply
    },
    close(): void {
      for (const stream of all()) end(stream)
      clearTimeout(confirming)
      clearTimeout(gathering)
    },
  }
}

const wordOf = ({ merchantId, subUserId }: User) => `${merchantId} ${subUserId}`
