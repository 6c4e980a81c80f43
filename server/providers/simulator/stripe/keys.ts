import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DialectParts } from '../dialect.ts'
import type { State } from './entries.ts'
import { internal, refusal, StripeRefusal } from './errors.ts'

/** Stripe keeps the answer of a key for a day, also that of a request which failed with 500. */
const lifeMs = 86_400_000

/** Repeats kept answers, and keeps those of requests that were performed. */
export function idempotencyKeys(
  app: FastifyInstance,
  { manners, now, enter, durable }: DialectParts,
  state: State,
  accountOf: (request: FastifyRequest) => string | null,
): void {
  const underWay = new Set<string>()
  const mine = new WeakMap<FastifyRequest, string>()

  const nameOf = (request: FastifyRequest): string | null => {
    const key = request.headers['idempotency-key']
    const account = accountOf(request)
    return request.method === 'POST' && account && typeof key === 'string' ? `${account} ${key}` : null
  }
  const keptFor = (request: FastifyRequest, name: string) => {
    const kept = state.kept.get(name)
    const account = accountOf(request) ?? ''
    return kept && manners.remembers('stripe', account, new Date(kept.at), lifeMs) ? kept : undefined
  }
  const digestOf = (request: FastifyRequest): string =>
    createHash('sha256')
      .update(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
      .digest('hex')

  app.addHook('preHandler', async (request, reply) => {
    const name = nameOf(request)
    if (!name || reply.sent) return
    const kept = keptFor(request, name)
    if (kept && kept.digest !== digestOf(request)) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return refusal(reply, new StripeRefusal(400, { type: 'idempotency_error', message }))
    }
    if (kept) {
      await durable()
      reply.headers({ 'idempotent-replayed': 'true', 'content-type': 'application/json; charset=utf-8' })
      return reply.code(kept.status).send(kept.body)
    }
    if (underWay.has(name)) {
      const message = 'There is currently another in-progress request using this Idempotent Key.'
      const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message } as const
      return refusal(reply, new StripeRefusal(409, error))
    }
    underWay.add(name)
    mine.set(request, name)
    return
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const name = nameOf(request)
    // A fault of the account leaves an empty object; Stripe's own error says more.
    const body = reply.statusCode === 500 && payload === '{}' ? JSON.stringify({ error: internal().error }) : payload
    const performed = reply.statusCode < 400 || reply.statusCode === 402 || reply.statusCode === 500
    if (name && performed && typeof body === 'string' && !keptFor(request, name)) {
      const at = now().toISOString()
      const [account = '', ...key] = name.split(' ')
      const digest = digestOf(request)
      await enter({ kind: 'kept', account, key: key.join(' '), digest, at, status: reply.statusCode, body })
    }
    free(request)
    return body
  })
  app.addHook('onRequestAbort', async (request) => free(request))

  function free(request: FastifyRequest): void {
    const name = mine.get(request)
    if (name) underWay.delete(name)
  }
}
