import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#i18n/negotiate.ts'
import type { Actor, Client, Owner, User } from '#server/kit/ctx.ts'
import type { RawInput } from './parse.ts'

/** The state of one request in the gate: what is known of it so far. */
export interface RequestContext {
  request: FastifyRequest
  reply: FastifyReply
  raw: RawInput
  actor: Actor
  user: User | null
  owner: Owner | null
  prepared?: unknown
}

export const requestContextOf = (request: FastifyRequest, reply: FastifyReply): RequestContext => ({
  request,
  reply,
  raw: { path: request.params, query: request.query, body: request.body },
  actor: { kind: 'system', id: null, name: '' },
  user: null,
  owner: null,
})

/** The client of a request, computed lazily because few calls need it. */
const clientOf = (request: FastifyRequest): Client => new RequestClient(request)

/** Who asks, as a transaction's context names them. */
export const callerOf = ({ request, actor, user }: RequestContext) => ({
  requestId: request.id,
  actor,
  user,
  client: clientOf(request),
})

class RequestClient implements Client {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }
  get address() {
    return this.#request.ip
  }
  get userAgent() {
    return String(this.#request.headers['user-agent'] ?? '').slice(0, 400)
  }
  get language() {
    return languageOf(this.#request.headers['accept-language'])
  }
}

export function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** Redirects the browser, with a policy that sends no referrer. */
export function sendOn(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer').redirect(address, 302)
}
